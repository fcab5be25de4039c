// Which rows of a list are opened. Rows that are out of sight are not in the page, so they cannot
// remember it.

import {useReducer, useRef} from '/vendor/hooks.js';

/** Returns a function that gives a row, by its key, what it needs: whether it is open, and how to change that. */
export function useOpened() {
  const keys = useRef(new Set());
  const [, redraw] = useReducer(n => n + 1, 0);
  return key => ({
    open: keys.current.has(key),
    onOpen() {
      if (!keys.current.delete(key)) keys.current.add(key);
      redraw();
    },
  });
}
