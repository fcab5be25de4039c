// A long list of which only what is in sight is in the page.

import {h} from '/vendor/preact.js';
import {useLayoutEffect, useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';

const html = htm.bind(h);

/**
 * @param rows what there is, each with a key
 * @param height of one row in pixels; all have the same
 * @param row makes one
 * @param stick whether to stay at the end while one is there
 * @param anchor whether what is being read stays in sight while rows come and go above it; a list
 *     that is sorted anew stays where it is instead
 * @param onTop called when the beginning comes into sight
 * @param onEnd called when the end does
 * @param onEdge told whether the end is in sight, when that changes
 * @param show the key of a row to bring into sight, once
 */
export function List({rows, height, row, stick, anchor, onTop, onEnd, onEdge, show, label}) {
  const box = useRef(null);
  const atEnd = useRef(true);
  const reading = useRef(null);
  const shown = useRef(null);
  const [view, setView] = useState({top: 0, tall: 600});
  // The observer below outlives this call.
  const latest = useRef(null);
  latest.current = {rows, onTop, onEnd, onEdge};

  function look() {
    const el = box.current;
    if (!el) return;
    const now = latest.current;
    const end = el.scrollHeight - el.scrollTop - el.clientHeight < height * 1.5;
    if (end !== atEnd.current && now.onEdge) now.onEdge(end);
    atEnd.current = end;
    const at = Math.floor(el.scrollTop / height);
    reading.current = now.rows[at] ? {key: now.rows[at].key, at, offset: el.scrollTop - at * height} : null;
    setView({top: el.scrollTop, tall: el.clientHeight});
    if (now.onTop && el.scrollTop < height * 3) now.onTop();
    if (now.onEnd && end) now.onEnd();
  }

  useLayoutEffect(() => {
    const seen = new ResizeObserver(look);
    seen.observe(box.current);
    return () => {
      seen.disconnect();
      if (latest.current.onEdge) latest.current.onEdge(true);
    };
  }, []);

  useLayoutEffect(() => { if (stick) atEnd.current = true; }, [stick]);

  useLayoutEffect(() => {
    const el = box.current;
    const read = reading.current;
    if (stick && atEnd.current) el.scrollTop = el.scrollHeight;
    else if (anchor && read && rows[read.at]?.key !== read.key) {
      const at = rows.findIndex(r => r.key === read.key);
      if (at >= 0) el.scrollTop = at * height + read.offset;
    }
    // The browser tells of a scroll later; until then the rows in sight would be missing.
    if (el.scrollTop !== view.top) look();
  }, [rows, stick]);

  useLayoutEffect(() => {
    if (show === undefined || show === null) shown.current = null;
    else if (shown.current !== show) {
      const at = rows.findIndex(r => r.key === show);
      if (at < 0) return;
      shown.current = show;
      box.current.scrollTop = Math.max(0, at * height - box.current.clientHeight / 2);
      look();
    }
  }, [show, rows]);

  const from = Math.max(0, Math.floor(view.top / height) - 5);
  const to = Math.min(rows.length, Math.ceil((view.top + view.tall) / height) + 5);
  return html`
    <div class="list" ref=${box} onScroll=${look} tabindex="0" role="list" aria-label=${label}>
      <div class="list-space" style=${{height: rows.length * height + 'px'}}>
        <div class="list-part" style=${{transform: 'translateY(' + from * height + 'px)'}}>
          ${rows.slice(from, to).map(r => html`<div class="list-row" key=${r.key} role="listitem" style=${{height: height + 'px'}}>${row(r)}</div>`)}
        </div>
      </div>
    </div>`;
}
