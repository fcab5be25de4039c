// The time bar: the same in every view. It moves the whole page.

import {h} from '/vendor/preact.js';
import {useEffect, useMemo, useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {choose, look, state} from '/live.js';
import {Live, Seg} from '/parts.js';
import {incidents, momentAt, placeOf, RANGES, stepFrom, survey} from '/strip.js';
import {count, moment, time} from '/words.js';

const html = htm.bind(h);
const HEIGHT = 27;
const LABEL_PX = 84;
const AGAIN_MILLIS = 10_000;
const DAY = 86_400_000;

/** Round distances between two labels. */
const STEPS = [5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800].map(s => s * 1000);

const hours = new Intl.DateTimeFormat([], {hour: '2-digit', minute: '2-digit', hourCycle: 'h23'});
const dates = new Intl.DateTimeFormat([], {day: 'numeric', month: 'short'});

/** Where a label stands and what it says. */
function labels(bars, width) {
  if (!bars.length || !width) return [];
  const from = bars[0].from;
  const to = bars.at(-1).to;
  const most = Math.max(2, Math.floor(width / LABEL_PX));
  const word = (ms, step) => step >= DAY ? dates.format(ms) : step < 60_000 ? time(ms) : hours.format(ms);
  if (bars.every(p => p.wide === 1)) {
    const step = STEPS.find(s => (to - from) / s <= most) || STEPS.at(-1) * Math.ceil((to - from) / STEPS.at(-1) / most);
    const zone = new Date(to).getTimezoneOffset() * 60_000;
    const found = [];
    for (let ms = Math.ceil((from - zone) / step) * step + zone; ms < to; ms += step) found.push({x: placeOf(bars, ms), text: word(ms, step)});
    return found;
  }
  return Array.from({length: most}, (_, i) => (i + 0.5) / most).map(x => ({x, text: word(momentAt(bars, x), (to - from) / most)}));
}

/** What is known of the time: the bars of the chosen range and the incidents. */
export function useTime() {
  const [bars, setBars] = useState([]);
  const [bad, setBad] = useState([]);
  const allowed = state.role && state.role !== 'none';
  useEffect(() => {
    if (!allowed) return;
    let over = false;
    const load = () => {
      if (document.hidden) return;
      survey(state.range).then(b => over || setBars(b), () => {});
      incidents().then(b => over || setBad(b), () => {});
    };
    load();
    const timer = setInterval(load, AGAIN_MILLIS);
    return () => { over = true; clearInterval(timer); };
  }, [state.range, state.era, allowed]);
  return {
    bars,
    bad,
    /** Moves by bars, or from one incident to the next. */
    step(by, incident) {
      const now = state.at ?? Date.now() + state.skew;
      if (incident) {
        const to = by < 0 ? bad.findLast(e => e.at < now - 1) : bad.find(e => e.at > now + 1);
        if (to) look(to.at);
        else if (by > 0) look(null);
      } else {
        const to = stepFrom(bars, now, by);
        if (to !== null) look(by > 0 && to >= bars.at(-1).from ? null : to);
      }
    },
  };
}

function Strip({bars, bad, step}) {
  const box = useRef(null);
  const [width, setWidth] = useState(0);
  const [over, setOver] = useState(null);
  useEffect(() => {
    const seen = new ResizeObserver(() => setWidth(box.current ? box.current.clientWidth : 0));
    seen.observe(box.current);
    return () => seen.disconnect();
  }, []);
  const most = Math.max(1, ...bars.map(p => p.n));
  const drawn = useMemo(() => bars.map(p => {
    if (p.n === 0) return p.wide === 3 ? html`<line class="idle" x1=${pc(p.x + p.w * 0.15)} x2=${pc(p.x + p.w * 0.85)} y1=${HEIGHT - 1} y2=${HEIGHT - 1} />` : null;
    const tall = Math.max(2, (HEIGHT - 3) * Math.sqrt(p.n / most));
    return html`<rect class="bar" x=${pc(p.x)} width=${pc(p.w * 0.72)} y=${HEIGHT - tall} height=${tall} rx=".5" />`;
  }), [bars]);
  const marks = useMemo(() => labels(bars, width).map(l => html`<text x=${pc(l.x)} y="40" text-anchor=${l.x > 0.96 ? 'end' : l.x < 0.02 ? 'start' : 'middle'}>${l.text}</text>`), [bars, width]);
  const dots = useMemo(() => bad.filter(e => bars.length && e.at >= bars[0].from).map(e => html`<circle class="bad" cx=${pc(placeOf(bars, e.at))} cy="3" r="2.5" />`), [bars, bad]);
  const worst = bad.filter(e => bars.length && e.at >= bars[0].from).length;
  const first = bars.length ? bars[0].from : 0;
  const last = bars.length ? bars.at(-1).to : 0;
  const now = state.at;
  function under(event) {
    const place = box.current.getBoundingClientRect();
    return momentAt(bars, Math.min(1, Math.max(0, (event.clientX - place.left) / place.width)));
  }
  const bar = over === null ? null : bars.find(p => over >= p.from && over < p.to);
  const near = over === null ? null : nearest(bad, bars, over, width);
  return html`
    <div class="strip" ref=${box} role="slider" tabindex="0" aria-label=${'Time shown' + (worst ? ', ' + count(worst, 'incident') : '')} aria-valuemin=${Math.round(first)} aria-valuemax=${Math.round(last)} aria-valuenow=${Math.round(now ?? last)} aria-valuetext=${now ? moment(now) : 'now'}
      title=${near ? moment(near.at) + ': ' + near.what : bar ? moment(over) + ', ' + count(bar.n, 'entry', 'entries') : 'How much happened when. Click or drag to look at the past.'}
      onPointerDown=${e => { const ms = under(e); if (ms) { e.currentTarget.setPointerCapture?.(e.pointerId); look(ms); } }}
      onPointerMove=${e => { const ms = under(e); setOver(ms); if (e.buttons && ms) look(ms); }}
      onPointerLeave=${() => setOver(null)}
      onKeyDown=${e => {
        const by = {ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10}[e.key];
        if (!by) return;
        e.preventDefault();
        step(by, false);
      }}>
      <svg aria-hidden="true">
        <line class="axis" x1="0" x2="100%" y1=${HEIGHT + .5} y2=${HEIGHT + .5} />
        ${drawn}${dots}${marks}
        <line class="now" x1=${pc(now ? placeOf(bars, now) : 1)} x2=${pc(now ? placeOf(bars, now) : 1)} y1="2" y2=${HEIGHT} />
        <circle class="knob" cx=${pc(now ? placeOf(bars, now) : 1)} cy=${HEIGHT} r="5" />
      </svg>
    </div>`;
}

const NEAR_PX = 6;

/** The incident whose dot is under the pointer. */
function nearest(bad, bars, at, width) {
  const x = placeOf(bars, at);
  const by = e => Math.abs(placeOf(bars, e.at) - x) * width;
  const best = bad.toSorted((a, b) => by(a) - by(b))[0];
  return best && by(best) <= NEAR_PX ? best : null;
}

/** What the bars and the dots mean. */
const Key = () => html`<span class="strip-key q"><span><i class="bar"></i>entries</span><span><i class="bad"></i>failures, limits</span></span>`;

const pc = part => (part * 100).toFixed(3) + '%';

export function TimeBar({known, now}) {
  return html`
    <footer class="time" aria-label="Time">
      <span class="status" role="status"><${Live} /></span>
      <${Strip} ...${known} />
      <${Key} />
      <b class="nw clock" title=${moment(state.at ?? now)}>${time(state.at ?? now)}</b>
      <${Seg} label="Range" options=${RANGES.map(r => [r.id, r.word])} value=${state.range} onChoose=${choose} />
    </footer>`;
}
