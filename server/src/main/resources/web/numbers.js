// What the server measured: one column of plots with the range of the time bar and one cursor.

import {h} from '/vendor/preact.js';
import {useEffect, useMemo, useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import uPlot from '/vendor/uplot.js';
import {api, state} from '/live.js';
import {Empty, Head} from '/parts.js';
import {moment, time} from '/words.js';

const html = htm.bind(h);
const HEIGHT = 168;
const AGAIN_MILLIS = 30_000;
/** Seconds come once a second; a longer pause is a time without numbers. */
const PAUSE_MILLIS = 3000;

// Whole ones for what is counted: there is no half an agent.
const STEPS = [-3, -2, -1, 0, 1, 2, 3, 4, 5, 6].flatMap(power => [1, 2, 5].map(n => n * 10 ** power));
const WHOLE_STEPS = STEPS.filter(n => n >= 1);

/** Colours and dashes of the lines, so that they can be told apart in black and white. */
const LINES = [['--accent', []], ['--waiting-ink', [5, 4]], ['--working-ink', [2, 3]], ['--asleep-ink', [8, 3, 2, 3]]];

/**
 * The value of a line in a slot. null is a gap: nothing was measured. undefined is no gap: there was
 * nothing that could be measured, and the line goes on.
 */
export function value(line, slot) {
  if (slot.gap || slot[line.field] === undefined) return null;
  return line.counted && !slot[line.counted] ? undefined : slot[line.field] / line.per;
}

/** The slots from the first that was measured, with a gap wherever the server was down. */
export function withGaps(slots, step, to) {
  const all = [];
  const known = new Map(slots.map(s => [s.at, s]));
  for (let at = slots.length ? slots[0].at : to; at < to; at += step) all.push(known.get(at) || {at, gap: true});
  // The last slot has only begun.
  while (all.at(-1)?.gap) all.pop();
  return all;
}

/** The last five minutes, as they come. */
function seconds() {
  const all = [];
  for (const s of state.seconds) {
    if (all.length && s.at - all.at(-1).at > PAUSE_MILLIS) all.push({at: all.at(-1).at + 1000, gap: true});
    all.push(s);
  }
  return all;
}

/** The range of the page; of "all" the numbers have a week. */
const rangeOf = () => state.range === 'all' ? '7d' : state.range;

const WORDS = {'5m': 'the last five minutes, second by second', '1h': 'an hour, by minute', '12h': 'twelve hours, by minute', '7d': 'seven days, by hour'};

function useSlots() {
  const range = rangeOf();
  const [stored, setStored] = useState(null);
  const [error, setError] = useState('');
  const live = range === '5m' && state.at === null;
  // The five minutes before a moment of the past are shown by minute.
  const asked = range === '5m' ? '1h' : range;
  useEffect(() => {
    if (live) return;
    let over = false;
    const at = state.at;
    const load = () => api('/numbers?range=' + asked + (at === null ? '' : '&until=' + Math.round(at)))
      .then(a => { if (!over) { setStored({...a, asked, at}); setError(''); } }, e => over || setError(e.message));
    load();
    const timer = at === null ? setInterval(load, AGAIN_MILLIS) : 0;
    return () => { over = true; clearInterval(timer); };
  }, [live, asked, state.at]);
  const slots = useMemo(() => live ? seconds() : stored && stored.asked === asked ? withGaps(stored.slots, stored.step, stored.to) : [], [live, stored, asked, live && state.seconds.at(-1)?.at]);
  return {slots, known: !live && stored !== null, error, words: live || range !== '5m' ? WORDS[range] : WORDS['1h']};
}

export function Numbers({look}) {
  const {slots, known, error, words} = useSlots();
  return html`
    <section class="view" aria-label="Numbers">
      <${Head} title="Numbers" about=${words} />
      <div class="body plots">
        ${error && html`<p class="notice error" role="alert">${error}</p>`}
        ${known && slots.length === 0 && html`<${Empty} icon="chart" title="No numbers of this time">The server was down, or they are not kept any more: minutes are kept for a day, hours for eight days.</${Empty}>`}
        ${state.words.plots.map(p => html`<${Plot} key=${p.title + look} title=${p.title} lines=${p.lines} slots=${slots} />`)}
      </div>
    </section>`;
}

const LONG_MILLIS = 86_400_000;
const minutes = new Intl.DateTimeFormat([], {hour: '2-digit', minute: '2-digit', hourCycle: 'h23'});
const short = new Intl.DateTimeFormat([], {weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23'});

/** So few slots are drawn as points too: one alone makes no line. */
const FEW = 60;

/** A value as a person reads it. */
const worded = (v, unit) => v === null ? 'not measured' : v === undefined ? 'none' : (v >= 100 || v === Math.round(v) ? Math.round(v).toLocaleString('en') : v.toPrecision(2)) + (unit ? ' ' + unit : '');

function Plot({title, lines, slots}) {
  const unit = lines[0].unit;
  const box = useRef(null);
  const plot = useRef(null);
  const [at, setAt] = useState(null);
  const long = slots.length > 1 && slots.at(-1).at - slots[0].at > LONG_MILLIS;
  const latest = useRef(null);
  latest.current = {long};
  const data = () => [slots.map(s => s.at / 1000), ...lines.map(line => slots.map(s => value(line, s)))];
  useEffect(() => {
    const look = getComputedStyle(document.documentElement);
    const colour = name => look.getPropertyValue(name).trim();
    const grid = {stroke: colour('--line'), width: 1};
    const axis = {stroke: colour('--ink-3'), grid, ticks: grid, font: '11px ' + getComputedStyle(document.body).fontFamily};
    plot.current = new uPlot({
      width: box.current.clientWidth,
      height: HEIGHT,
      legend: {show: false},
      cursor: {sync: {key: 'numbers'}, drag: {x: false, y: false}, points: {show: false}, y: false},
      hooks: {setCursor: [u => setAt(u.cursor.idx ?? null)]},
      axes: [
        {...axis, size: 30, values: (_, all) => all.map(s => latest.current.long ? short.format(s * 1000) : s % 60 || all[1] - all[0] < 60 ? time(s * 1000) : minutes.format(s * 1000)), space: 90},
        {...axis, size: 62, incrs: unit ? STEPS : WHOLE_STEPS, values: (_, all) => all.map(v => v.toLocaleString('en') + (unit ? ' ' + unit : ''))},
      ],
      scales: {y: {range: (_, min, max) => [0, Math.max(unit ? 0.1 : 1, (max || 0) * 1.1)]}},
      series: [{}, ...lines.map(({label}, i) => ({label, stroke: colour(LINES[i % LINES.length][0]), dash: LINES[i % LINES.length][1], width: 1.5, points: {show: u => u.data[0].length <= FEW, size: 5, fill: colour(LINES[i % LINES.length][0])}}))],
    }, data(), box.current);
    const seen = new ResizeObserver(() => plot.current && box.current && plot.current.setSize({width: box.current.clientWidth, height: HEIGHT}));
    seen.observe(box.current);
    return () => { seen.disconnect(); plot.current.destroy(); plot.current = null; };
  }, []);
  useEffect(() => { if (plot.current) plot.current.setData(data()); }, [slots]);
  const slot = (at !== null && slots[at]) || slots.findLast(s => !s.gap);
  return html`
    <figure class="card plot">
      <figcaption>
        <h2>${title}</h2><b class="last">${slot && !slot.gap ? worded(value(lines[0], slot), unit) : slot ? 'not measured' : ''}</b><span class="q">${slot && html`<time title=${moment(slot.at)}>${long ? short.format(slot.at) : time(slot.at)}</time>`}</span>
        <span class="legend">${lines.map((line, i) => html`<span key=${line.label}><i class=${'mark line-' + (i % LINES.length)} aria-hidden="true"></i>${line.label}${lines.length > 1 && slot && !slot.gap ? ' ' + worded(value(line, slot), unit) : ''}</span>`)}</span>
      </figcaption>
      <div ref=${box}></div>
    </figure>`;
}
