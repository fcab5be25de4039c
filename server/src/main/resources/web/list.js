// A long list of which only what is in sight is in the page.

import {h} from '/vendor/preact.js';
import {useLayoutEffect, useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';

const html = htm.bind(h);

/** Rows beyond what is in sight, on each side. */
const SPARE = 5;

/** Where each row begins, and where the last one ends. */
function places(rows, heights, guess) {
  const at = new Float64Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) at[i + 1] = at[i] + (heights.get(rows[i].key) ?? guess);
  return at;
}

/** The row at a height. */
function rowAt(at, y) {
  let low = 0;
  let high = at.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at[middle] <= y) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/**
 * Rows may have any height, which is measured when they are first in sight. What is being read stays
 * where it is while rows above it come, go, or turn out to be higher than was thought.
 *
 * @param rows what there is, each with a key
 * @param guess the height of a row that was not in sight yet
 * @param row makes one
 * @param head stays at the top
 * @param stick whether to stay at the end while one is there
 * @param anchor whether what is being read stays in sight while rows come and go above it; a list
 *     that is sorted anew stays where it is instead
 * @param onTop called when the beginning comes into sight
 * @param onEnd called when the end does
 * @param onEdge told whether the end is in sight, when that changes
 * @param show the key of a row to bring into sight, once
 */
export function List({rows, guess, row, head, stick, anchor, onTop, onEnd, onEdge, show, label}) {
  const box = useRef(null);
  const space = useRef(null);
  const part = useRef(null);
  const atEnd = useRef(true);
  const reading = useRef(null);
  const shown = useRef(null);
  const known = useRef({heights: new Map(), rows: null, at: null});
  const [view, setView] = useState({top: 0, tall: 600});
  // The observers below outlive this call.
  const latest = useRef(null);
  latest.current = {rows, onTop, onEnd, onEdge};
  const k = known.current;
  if (k.rows !== rows) {
    if (k.heights.size > 4 * rows.length + 1000) k.heights.clear();
    k.rows = rows;
    k.at = places(rows, k.heights, guess);
  }

  function look() {
    const el = box.current;
    if (!el) return;
    const now = latest.current;
    const end = el.scrollHeight - el.scrollTop - el.clientHeight < guess * 1.5;
    if (end !== atEnd.current && now.onEdge) now.onEdge(end);
    atEnd.current = end;
    const at = rowAt(k.at, el.scrollTop);
    reading.current = now.rows[at] ? {key: now.rows[at].key, at, offset: el.scrollTop - k.at[at]} : null;
    setView(v => v.top === el.scrollTop && v.tall === el.clientHeight ? v : {top: el.scrollTop, tall: el.clientHeight});
    if (now.onTop && el.scrollTop < guess * 3) now.onTop();
    if (now.onEnd && end) now.onEnd();
  }

  useLayoutEffect(() => {
    const seen = new ResizeObserver(look);
    seen.observe(box.current);
    // A row that is opened grows without being drawn anew from here.
    const grown = new ResizeObserver(settle);
    grown.observe(part.current);
    return () => {
      seen.disconnect();
      grown.disconnect();
      if (latest.current.onEdge) latest.current.onEdge(true);
    };
  }, []);

  useLayoutEffect(() => { if (stick) atEnd.current = true; }, [stick]);

  /** Learns the heights of the rows in sight, and keeps in its place what is being read. */
  function settle() {
    const el = box.current;
    if (!el) return;
    let changed = false;
    for (const child of part.current.children) {
      const key = child.rowKey;
      if (key === undefined || !child.offsetHeight) continue;
      if ((k.heights.get(key) ?? guess) !== child.offsetHeight) {
        k.heights.set(key, child.offsetHeight);
        changed = true;
      }
    }
    if (changed) {
      k.at = places(k.rows, k.heights, guess);
      space.current.style.height = k.at.at(-1) + 'px';
      el.style.setProperty('--rows', k.at.at(-1) + 'px');
      part.current.style.transform = 'translateY(' + k.at[part.current.firstIndex] + 'px)';
    }
    const read = reading.current;
    if (latest.current.stick && atEnd.current) el.scrollTop = el.scrollHeight;
    else if (read && (latest.current.anchor || changed)) {
      const at = k.rows[read.at]?.key === read.key ? read.at : latest.current.anchor ? k.rows.findIndex(r => r.key === read.key) : -1;
      const wanted = at >= 0 ? k.at[at] + read.offset : el.scrollTop;
      if (Math.abs(wanted - el.scrollTop) >= 1) el.scrollTop = wanted;
    }
    // The browser tells of a scroll later; until then the rows in sight would be missing.
    if (el.scrollTop !== view.top || changed) look();
  }
  latest.current.stick = stick;
  latest.current.anchor = anchor;

  useLayoutEffect(settle);

  useLayoutEffect(() => {
    if (show === undefined || show === null) shown.current = null;
    else if (shown.current !== show) {
      const at = rows.findIndex(r => r.key === show);
      if (at < 0) return;
      shown.current = show;
      box.current.scrollTop = Math.max(0, k.at[at] - box.current.clientHeight / 2);
      look();
    }
  }, [show, rows]);

  const from = Math.max(0, rowAt(k.at, view.top) - SPARE);
  const to = Math.min(rows.length, rowAt(k.at, view.top + view.tall) + 1 + SPARE);
  return html`
    <div class="list" ref=${box} style=${{'--rows': k.at.at(-1) + 'px'}} onScroll=${look} tabindex="0" role="list" aria-label=${label}>
      ${head}
      <div class="list-space" ref=${space} style=${{height: k.at.at(-1) + 'px'}}>
        <div class="list-part" ref=${el => { part.current = el; if (el) el.firstIndex = from; }} style=${{transform: 'translateY(' + k.at[from] + 'px)'}}>
          ${rows.slice(from, to).map(r => html`<div class="list-row" key=${r.key} ref=${el => { if (el) el.rowKey = r.key; }} role="listitem">${row(r)}</div>`)}
        </div>
      </div>
    </div>`;
}
