// The time that is stored, at a glance, and a way back into it.

import {h} from '/vendor/preact.js';
import {useEffect, useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {api} from '/live.js';
import {moment} from '/words.js';

const html = htm.bind(h);

const BUCKETS = 240;
/** With fewer bars than this the times in which something happened are looked at more closely. */
const ENOUGH = 100;
const MOST_RUNS = 12;

/** Parts of the stored time, each with how much happened in it, oldest first. */
async function parts(from, to, buckets) {
  const asked = new URLSearchParams({buckets});
  if (from !== null) { asked.set('from', Math.round(from)); asked.set('to', Math.round(to)); }
  const line = await api('/timeline?' + asked);
  const each = (line.to - line.from) / line.counts.length;
  return line.counts.map((n, i) => ({from: line.from + i * each, to: line.from + (i + 1) * each, n}));
}

/** Neighbours that are both idle, or both not. */
function runs(all) {
  const found = [];
  for (const part of all) {
    const last = found.at(-1);
    if (last && (last[0].n > 0) === (part.n > 0)) last.push(part);
    else found.push([part]);
  }
  return found;
}

/**
 * The stored time, the busy times of it in detail: a night with one busy hour is mostly that hour,
 * and a month with one busy day mostly that day.
 */
async function survey() {
  let all = await parts(null, null, BUCKETS);
  for (let closer = 0; closer < 3; closer++) {
    const busy = all.filter(p => p.n > 0);
    const stretches = runs(all);
    if (!busy.length || busy.length >= ENOUGH || stretches.length > 2 * MOST_RUNS || busy[0].to - busy[0].from < 1000) break;
    const finer = await Promise.all(stretches.map(run => run[0].n === 0
      ? run
      : parts(run[0].from, run.at(-1).to, Math.max(2, Math.floor(BUCKETS * run.length / busy.length)))));
    all = finer.flat();
  }
  return all;
}

/** What is drawn: a bar for each busy part, and at most three for a stretch in which nothing happened. */
export function collapsed(line) {
  return runs(line).flatMap(run => run[0].n > 0
    ? run.map(p => ({...p, wide: 1}))
    : [{from: run[0].from, to: run.at(-1).to, n: 0, wide: Math.min(3, run.length)}]);
}

/** How much happened when; long stretches in which nothing did are drawn short. */
export function Strip({onScrub}) {
  const [line, setLine] = useState([]);
  const canvas = useRef(null);
  const drawn = useRef([]);
  const [at, setAt] = useState(null);
  const first = line.length ? line[0].from : 0;
  const last = line.length ? line.at(-1).to : 0;

  useEffect(() => {
    const load = () => survey().then(setLine).catch(() => {});
    load();
    const timer = setInterval(load, 10_000);
    return () => clearInterval(timer);
  }, []);

  useEffect(() => {
    const el = canvas.current;
    if (!el || !line.length) return;
    const width = el.clientWidth;
    const height = el.clientHeight;
    el.width = width * devicePixelRatio;
    el.height = height * devicePixelRatio;
    const pen = el.getContext('2d');
    pen.scale(devicePixelRatio, devicePixelRatio);
    const shown = collapsed(line);
    const whole = shown.reduce((sum, p) => sum + p.wide, 0);
    const most = Math.max(...shown.map(p => p.n), 1);
    const colour = getComputedStyle(el).color;
    let x = 0;
    for (const p of shown) {
      p.x = x;
      p.w = p.wide * width / whole;
      pen.fillStyle = colour;
      if (p.n > 0) {
        const tall = Math.max(2, (height - 4) * Math.sqrt(p.n / most));
        pen.fillRect(x, height - tall, Math.max(1, p.w - 1), tall);
      } else if (p.wide === 3) {
        pen.globalAlpha = 0.35;
        for (let dot = 0; dot < 3; dot++) pen.fillRect(x + p.w * (dot + 0.5) / 3 - 1, height / 2, 2, 2);
        pen.globalAlpha = 1;
      }
      x += p.w;
    }
    drawn.current = shown;
  }, [line]);

  function under(event) {
    const box = canvas.current.getBoundingClientRect();
    const x = event.clientX - box.left;
    const p = drawn.current.find(p => x >= p.x && x < p.x + p.w) || drawn.current.at(-1);
    return p ? p.from + (p.to - p.from) * Math.min(1, Math.max(0, (x - p.x) / p.w)) : null;
  }

  return html`
    <div class="strip">
      <canvas ref=${canvas} role="slider" tabindex="0" aria-label="Timeline" aria-valuemin=${first} aria-valuemax=${last} aria-valuenow=${Math.round(at ?? last)} aria-valuetext=${at ? moment(at) : 'now'}
        onPointerDown=${e => { const ms = under(e); setAt(ms); if (ms) onScrub(ms); }}
        onPointerMove=${e => { const ms = under(e); setAt(ms); if (e.buttons && ms) onScrub(ms); }}
        onPointerLeave=${() => setAt(null)}
        onKeyDown=${e => {
          const step = {ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10}[e.key];
          if (!step || !drawn.current.length) return;
          e.preventDefault();
          // By bars, not by hours: the idle ones are crossed at once.
          const now = drawn.current.findIndex(p => (at ?? last) >= p.from && (at ?? last) < p.to);
          const next = drawn.current[Math.min(drawn.current.length - 1, Math.max(0, (now < 0 ? drawn.current.length - 1 : now) + step))];
          const ms = (next.from + next.to) / 2;
          setAt(ms);
          onScrub(ms);
        }}></canvas>
      <span class="strip-label quiet">${at ? moment(at) : line.length ? 'since ' + moment(first) : ''}</span>
    </div>`;
}
