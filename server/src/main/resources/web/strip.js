// The time that is stored, at a glance: how much happened when, and what went wrong.

import {api, state} from '/live.js';
import {nameOf} from '/parts.js';
import {sentence} from '/words.js';

export const RANGES = [
  {id: '5m', word: '5 min', millis: 300_000},
  {id: '1h', word: '1 h', millis: 3_600_000},
  {id: '12h', word: '12 h', millis: 43_200_000},
  {id: '7d', word: '7 d', millis: 604_800_000},
  {id: 'all', word: 'All', millis: 0},
];

const BUCKETS = 240;
/** A range has fewer bars than the whole of the stored time: they are as wide as a finger can point. */
const SLOTS = 120;
/** With fewer bars than this the times in which something happened are looked at more closely. */
const ENOUGH = 100;
const MOST_RUNS = 12;
const INCIDENTS = 100;

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
async function everything() {
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
  return collapsed(all);
}

/** What is drawn: a bar for each busy part, and at most three for a stretch in which nothing happened. */
export function collapsed(line) {
  return runs(line).flatMap(run => run[0].n > 0
    ? run.map(p => ({...p, wide: 1}))
    : [{from: run[0].from, to: run.at(-1).to, n: 0, wide: Math.min(3, run.length)}]);
}

/**
 * The bars of a range, each with its place: x and w are parts of the whole width. A range that
 * begins before anything was stored begins with the first entry.
 */
export async function survey(id) {
  const range = RANGES.find(r => r.id === id) || RANGES[2];
  const now = Date.now() + state.skew;
  const bars = range.millis ? (await parts(now - range.millis, now, SLOTS)).map(p => ({...p, wide: 1})) : await everything();
  const whole = bars.reduce((sum, p) => sum + p.wide, 0);
  let x = 0;
  for (const p of bars) {
    p.x = x;
    p.w = p.wide / whole;
    x += p.w;
  }
  return bars;
}

/** What limits, guards and administrators did: the newest of it. */
export async function incidents() {
  const kinds = state.words.kinds.filter(k => k.tone === 'warning').map(k => k.kind.replace(/\.\*$/, ''));
  if (!kinds.length) return [];
  const page = await api('/events?limit=' + INCIDENTS + '&kind=' + encodeURIComponent(kinds.join(',')));
  return page.events.map(e => ({at: e.at, id: e.id, what: (e.agent ? nameOf(e.agent) + ' ' : '') + sentence(e)}));
}

/** Where a moment is, as a part of the width. */
export function placeOf(bars, ms) {
  if (!bars.length) return 1;
  if (ms <= bars[0].from) return 0;
  const bar = bars.find(p => ms >= p.from && ms < p.to);
  return bar ? bar.x + bar.w * (ms - bar.from) / (bar.to - bar.from) : 1;
}

/** The moment at a part of the width. */
export function momentAt(bars, x) {
  if (!bars.length) return null;
  const bar = bars.find(p => x >= p.x && x < p.x + p.w) || bars.at(-1);
  return bar.from + (bar.to - bar.from) * Math.min(1, Math.max(0, (x - bar.x) / bar.w));
}

/** The middle of the bar that is so many bars away: idle stretches are crossed at once. */
export function stepFrom(bars, ms, by) {
  if (!bars.length) return null;
  const now = bars.findIndex(p => ms >= p.from && ms < p.to);
  const next = bars[Math.min(bars.length - 1, Math.max(0, (now < 0 ? bars.length : now) + by))];
  return (next.from + next.to) / 2;
}
