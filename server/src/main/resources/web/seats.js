// All seats, problems first, each with its lane.

import {h} from '/vendor/preact.js';
import {useEffect, useMemo, useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {stayed} from '/agents.js';
import {Axis, Lane, LaneLegend} from '/lane.js';
import {List} from '/list.js';
import {api, call, state} from '/live.js';
import {Avatar, Empty, Head, Seg, visible} from '/parts.js';
import {Budget, groupOf, nextOf, SEAT_GROUPS, seatAddress, seatName, SeatState, used} from '/seatstate.js';
import {taskAddress} from '/taskstate.js';
import {count} from '/words.js';

const html = htm.bind(h);
const ROW = 45;
const AGAIN_MILLIS = 15_000;
const PAUSE_MILLIS = 300;
const SLOTS = 240;
const SPAN_MILLIS = 43_200_000;
const compare = new Intl.Collator(undefined, {numeric: true}).compare;

/** Loads something again when the feed tells of seats or wakes, now and then, and when the page goes to another time. */
export function useFresh(load, about, more) {
  const latest = useRef(load);
  latest.current = load;
  const timer = useRef(0);
  const seen = useRef(undefined);
  useEffect(() => {
    seen.current = state.feed.at(-1)?.id;
    latest.current();
    const again = setInterval(() => document.hidden || latest.current(), AGAIN_MILLIS);
    return () => { clearInterval(again); clearTimeout(timer.current); timer.current = 0; };
  }, more);
  useEffect(() => {
    if (state.at !== null) return;
    const from = state.feed.findLastIndex(e => e.id === seen.current) + 1;
    const told = state.feed.slice(from).some(e => /^(seat|wake|task)\./.test(e.kind) && (!about || !e.agent || e.agent === about));
    if (state.feed.length) seen.current = state.feed.at(-1).id;
    if (told) timer.current ||= setTimeout(() => { timer.current = 0; latest.current(); }, PAUSE_MILLIS);
  }, [state.version]);
}

/** The address of what is asked for, for the time that the page shows. */
export const spanQuery = (slots = SLOTS) => '?slots=' + slots + (state.at === null ? '' : '&from=' + Math.round(state.at - SPAN_MILLIS) + '&to=' + Math.round(state.at));

/** All seats, page by page. */
export async function allSeats(query) {
  let answer = null;
  const seats = [];
  do {
    answer = await api('/seats' + query + (answer?.after ? '&after=' + encodeURIComponent(answer.after) : ''));
    seats.push(...answer.seats);
  } while (answer.after && seats.length < 1000);
  for (const s of seats) call(s.id, s.name);
  return {...answer, seats};
}

/** The seats as the list showed them last. */
let last = [];

export const shownSeats = () => last;

const ORDERS = [['need', 'By need'], ['name', 'By name'], ['wakes', 'By wakes']];

const byName = (a, b) => compare(seatName(a), seatName(b)) || (a.id < b.id ? -1 : 1);

function ordered(seats, order) {
  const rows = list => list.map(seat => ({key: seat.id, seat}));
  if (order === 'name') return rows(seats.toSorted(byName));
  if (order === 'wakes') return rows(seats.toSorted((a, b) => (b.wakes_used || 0) - (a.wakes_used || 0) || byName(a, b)));
  return SEAT_GROUPS.flatMap(group => {
    const own = seats.filter(s => groupOf(s) === group.key).sort(group.key === 'person' ? (a, b) => a.since - b.since || byName(a, b) : byName);
    return own.length ? [{key: 'group ' + group.key, group, n: own.length}, ...rows(own)] : [];
  });
}

export function Seats({now}) {
  const [known, setKnown] = useState(null);
  const [error, setError] = useState('');
  const [wanted, setWanted] = useState('');
  const [order, setOrder] = useState('need');
  const held = useRef(false);
  const before = useRef([]);
  useFresh(() => {
    const at = state.at;
    allSeats(spanQuery()).then(a => { if (at === state.at) { setKnown(a); setError(''); } }, e => setError(e.message));
  }, null, [state.at, state.era]);
  const needle = wanted.trim().toLowerCase();
  const rows = useMemo(() => {
    const fresh = ordered((known?.seats || []).filter(s => !needle || (seatName(s) + ' ' + s.id + ' ' + s.state + ' ' + (s.harness || '')).toLowerCase().includes(needle)), order);
    const same = held.current && before.current.order === order && before.current.needle === needle;
    return Object.assign(same ? stayed(before.current, fresh) : fresh, {order, needle});
  }, [known, needle, order, state.at === null && state.version]);
  before.current = rows;
  last = rows.filter(r => r.seat).map(r => r.seat.id);
  const all = known?.seats || [];
  const need = all.filter(s => s.group === 'person').length;
  const about = known && html`${all.length}${need > 0 && html`, of which ${need} ${need === 1 ? 'needs' : 'need'} a person`}`;
  const admin = state.role === 'admin';
  const span = known && {from: known.from, to: known.to};
  return html`
    <section class="view" aria-label="Seats">
      <${Head} title="Seats" about=${about}>
        <input class="field" type="search" placeholder="Filter seats" aria-label="Filter seats" value=${wanted} onInput=${e => setWanted(e.target.value)} />
        <${Seg} label="Order" options=${ORDERS} value=${order} onChoose=${setOrder} />
      </${Head}>
      ${known && known.gate !== 'OPEN' && html`<p class="notice bad" role="status"><b>The gate is ${known.gate.toLowerCase()}: nobody is woken.</b> ${known.gate_reason ? visible(known.gate_reason) : ''} A person opens it: <code class="mono">reveille gate reset</code></p>`}
      ${error && html`<p class="notice error" role="alert">The seats could not be loaded: ${error}. The page tries again.</p>`}
      ${!known ? !error && html`<${Waiting} />`
        : rows.length === 0
          ? needle ? html`<${Empty} title=${'No seat fits “' + wanted.trim() + '”'}>${count(all.length, 'seat is', 'seats are')} hidden by the filter. <button class="btn" onClick=${() => setWanted('')}>Clear the filter</button></${Empty}>`
            : html`<${Empty} icon="seat" title=${state.at === null ? 'No seats yet' : 'There was no seat then'}>A seat is the supervised place of an agent that the server wakes when something waits for it. Add one: <code class="mono">reveille seat add NAME --harness scripted</code></${Empty}>`
          : html`
            <div class=${'card table seats' + (admin ? ' admin' : '')} onPointerEnter=${() => { held.current = true; }} onPointerLeave=${() => { held.current = false; }} onFocusIn=${() => { held.current = true; }} onFocusOut=${() => { held.current = false; }}>
              <${List} rows=${rows} guess=${ROW} label="Seats" head=${html`<${SeatsHead} span=${span} />`} row=${r => r.group ? html`<${Group} row=${r} />` : html`<${Row} seat=${r.seat} span=${span} now=${state.at ?? now} />`} />
            </div>
            <${LaneLegend} />`}
    </section>`;
}

/** Nothing for a moment, then grey bars in the place of the rows. */
export const Waiting = () => html`<div class="card table waiting-rows" role="status" aria-label="Loading">${[0, 1, 2, 3].map(i => html`<i key=${i}></i>`)}</div>`;

const SeatsHead = ({span}) => html`
  <div class="list-head seat-cols"><span>Agent</span><span>State, and what comes next</span><${Axis} span=${span} end=${state.at === null ? 'now' : 'then'} /><span class="c-n">Unread</span><span class="c-task">Task</span><span class="c-n">Wakes today</span></div>`;

const Group = ({row}) => html`<div class="group">${row.group.word} <span>${row.n}${row.group.about ? ', ' + (row.n === 1 ? row.group.about : row.group.many) : ''}</span></div>`;

export function Unread({unread}) {
  if (unread === undefined) return html`<span class="q">not known for then</span>`;
  if (unread === null) return html`<span class="error">unknown</span>`;
  const n = unread.high + unread.normal + unread.low;
  const title = unread.high + ' of high, ' + unread.normal + ' of normal, ' + unread.low + ' of low priority';
  if (!n) return html`<span class="q" title=${title}>0</span>`;
  return html`<span class=${'pill' + (unread.high ? ' high' : '')} title=${title}>${n}${unread.more ? '+' : ''}</span>${unread.high > 0 && html`<small class="urgent">${unread.high} high</small>`}`;
}

function Row({seat, span, now}) {
  const next = nextOf(seat);
  return html`
    <article class=${'seat seat-cols of-' + groupOf(seat)} data-seat=${seat.id} tabindex="-1">
      <div class="who"><${Avatar} name=${seatName(seat)} /><span class="two"><a data-open href=${seatAddress(seat.id)} title=${seat.id}>${visible(seatName(seat))}</a><small class="cut">${seat.harness ? visible(seat.harness) : 'seat'}</small></span></div>
      <div class="c-st"><span class="two"><${SeatState} seat=${seat} now=${now} /><small>${next}</small></span></div>
      <div class="c-lane"><${Lane} parts=${seat.lane} span=${span} name=${seatName(seat)} /></div>
      <div class="c-n"><span class="c-label">Unread</span> <${Unread} unread=${seat.unread} /></div>
      <div class="c-task">${seat.task ? html`<a class="cut" href=${taskAddress(seat.task.id)} title=${seat.task.title}>${visible(seat.task.title)}</a>` : html`<span class="q">no task</span>`}</div>
      <div class="c-n"><span class="c-label">Wakes</span> <span class="two"><${Budget} seat=${seat} />${state.role === 'admin' && html`<small>${used(seat.use)}</small>`}</span></div>
    </article>`;
}
