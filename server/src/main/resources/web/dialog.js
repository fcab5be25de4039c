// A question, or a closer look, in front of everything else.

import {h} from '/vendor/preact.js';
import {useLayoutEffect, useRef} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {visible} from '/parts.js';

const html = htm.bind(h);

/** The browser keeps the keyboard inside, and closes it on Escape; the focus goes back to where it was. */
export function Dialog({title, onClose, children}) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current.showModal();
    (box.current.querySelector('input') || box.current.querySelector('button, a'))?.focus();
    return () => before && before.focus();
  }, []);
  return html`
    <dialog class="dialog" ref=${box} aria-label=${title} onClose=${onClose}
      onClick=${e => { if (e.target === box.current) box.current.close(); }}>
      <div class="dialog-body">
        <h2>${visible(title)}</h2>
        ${children}
      </div>
    </dialog>`;
}
