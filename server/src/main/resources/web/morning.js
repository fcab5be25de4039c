// What happened while the viewer was away, and what needs a person.

import {h} from '/vendor/preact.js';
import {useEffect, useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {left, read} from '/away.js';
import {Icon} from '/icons.js';
import {Axis, Lane, LaneLegend} from '/lane.js';
import {api, state} from '/live.js';
import {dollars, ENDINGS, markdownOf, restTokens, summary, used} from '/morningtext.js';
import {Needs, Part} from '/needs.js';
import {Empty, Head, nameOf, visible} from '/parts.js';
import {allSeats, useFresh, Waiting} from '/seats.js';
import {groupOf, SEAT_GROUPS, seatAddress, seatName} from '/seatstate.js';
import {learnNames, stateWord, taskAddress} from '/taskstate.js';
import {count, day, moment, sentence, span, time} from '/words.js';

const html = htm.bind(h);
const USUAL_MILLIS = 43_200_000;
const DONE_MILLIS = 2000;

/** The most rows of a list; the whole is in `reveille report`. */
const ROWS = 20;

let needed = 0;

/** How many things needed a person when the page was looked at last. */
export const needs = () => needed;

/** What limits, guards and the gate did in this time. */
async function guards(from, to) {
  const kinds = state.words.kinds.filter(k => k.tone === 'warning' && !/^(seat|task|admin)\.|^wake\.(?!gate)/.test(k.kind)).map(k => k.kind.replace(/\.\*$/, ''));
  if (!kinds.length) return [];
  const page = await api('/events?limit=100&kind=' + encodeURIComponent(kinds.join(',')) + '&until=' + Math.round(to));
  return page.events.filter(e => e.at >= from).reverse();
}

async function load(since, until) {
  const query = '?since=' + Math.round(since) + (until === null ? '' : '&until=' + Math.round(until));
  const morning = learnNames(await api('/morning' + query));
  const seats = morning.seats ? await allSeats('?slots=240&from=' + Math.round(since) + '&to=' + Math.round(morning.until)) : {seats: []};
  return {...morning, lanes: seats.seats, guards: morning.guards || await guards(since, morning.until)};
}

export function Morning({rest, now}) {
  const [m, setM] = useState(null);
  const [error, setError] = useState('');
  const [since, setSince] = useState(left());
  const [copied, setCopied] = useState(false);
  const until = state.at;
  const from = since && (until === null || since < until) ? since : (until ?? now) - USUAL_MILLIS;
  const start = useRef(from);
  start.current = from;
  const fresh = () => {
    const at = state.at;
    load(start.current, at).then(a => {
      if (at !== state.at) return;
      needed = a.needs ? a.needs.length : 0;
      setM(a);
      setError('');
    }, e => setError(e.message));
  };
  useFresh(fresh, null, [state.at, state.era, since]);
  // A count leads to its list.
  useEffect(() => {
    const part = rest && m && document.getElementById('m-' + rest);
    if (part) { part.scrollIntoView({block: 'start'}); part.focus({preventScroll: true}); }
  }, [rest, !!m]);
  const head = html`<${Head} title="Morning report" about=${day(until ?? now)} />`;
  if (!m) return html`<section class="view" aria-label="Morning">${head}${error ? html`<${Empty} icon="morning" title="The report could not be made"><span class="error" role="alert">${error}</span></${Empty}>` : html`<${Waiting} />`}</section>`;
  async function copy() {
    // Browsers have a clipboard only for pages of this machine or with TLS.
    try {
      await navigator.clipboard.writeText(markdownOf(m));
      setCopied(true);
      setTimeout(() => setCopied(false), DONE_MILLIS);
    } catch {
      setError('This browser allows no copy here. Use: reveille report --markdown');
    }
  }
  const worked = m.lanes.filter(s => s.lane.some(p => p.state === 'active')).length;
  return html`
    <section class="view morning" aria-label="Morning">
      ${head}
      ${error && html`<p class="notice error" role="alert">${error}</p>`}
      <div class="body scroll">
        <div class="headline">
          <div><h2>${summary(m)}</h2>
            <p>${since ? 'You were away for ' + span(m.until - m.since).replace(/ \d+s$/, '') + ', from ' : 'From '}<time title=${moment(m.since)}>${time(m.since).slice(0, 5)}</time> to <time title=${moment(m.until)}>${time(m.until).slice(0, 5)}</time>. ${m.seats === 0 ? 'There are no seats yet.' : worked + ' of ' + count(m.lanes.length, 'seat') + ' worked.'}</p></div>
          <div class="acts"><button class="btn" onClick=${copy}><${Icon} name=${copied ? 'check' : 'copy'} />${copied ? 'Copied' : 'Copy as Markdown'}</button>${since > 0 && html`<button class="btn" onClick=${() => { read(); setSince(0); }}><${Icon} name="check" />Mark as read</button>`}</div>
        </div>
        <${Counts} m=${m} />
        <div class="report">
          <div class="main-part">
            <${Needs} m=${m} now=${until ?? now} onDone=${fresh} />
            <${Night} m=${m} />
            <${TaskList} id="finished" title="Finished tasks" tasks=${m.tasks_finished} n=${m.finished} none="No task was finished in this time." />
            <${TaskList} id="failed" title="Failed tasks" tasks=${m.tasks_failed} n=${m.failed} none="No task failed in this time." />
            <${Stalled} m=${m} />
            <${Missed} m=${m} />
            <${Ended} m=${m} />
            <${Days} m=${m} />
          </div>
          <div class="side-part">
            <${Cost} m=${m} />
            <${Reasons} id="woken" title="Woken, and why" n=${m.wakes} rows=${m.woken} none="Nobody was woken." />
            <${Reasons} id="held" title="Not woken, and why" n=${m.refusals} rows=${m.refused} none="No look ended without a wake." quiet />
            <${Mail} m=${m} />
            <${Guards} m=${m} />
            <${Recovery} m=${m} />
          </div>
        </div>
        ${!m.complete && html`<p class="notice">There were more decisions than this report looked at.</p>`}
      </div>
    </section>`;
}

/** Guards that tripped. Equal ones are one row with a count. */
const tripped = m => m.guards.reduce((n, e) => n + (e.times || 1), 0);

const unread = s => s.unread ? s.unread.high + s.unread.normal + s.unread.low : 0;

function Counts({m}) {
  const mail = m.lanes.some(s => s.unread === null) ? '?' : m.lanes.reduce((n, s) => n + unread(s), 0);
  const all = [
    ['finished', m.finished, 'finished', 'working'], ['failed', m.failed, 'failed', 'broken'], ['stalled', m.stalled, 'stalled', 'waiting'],
    ['woken', m.wakes, m.wakes === 1 ? 'wake' : 'wakes', ''], ['held', m.refusals, 'not woken', ''], ['mail', state.at === null ? mail : '?', 'undelivered', ''],
    ['guards', tripped(m), tripped(m) === 1 ? 'guard tripped' : 'guards tripped', 'broken'], ['cost', m.looks, m.looks === 1 ? 'look' : 'looks', ''],
  ];
  return html`<nav class="card counts" aria-label="Counts">${all.map(([id, n, word, tone]) => html`<a key=${id} href=${'#/morning/' + id} class=${n === 0 ? 'none' : tone}><b>${n}</b><span>${word}</span></a>`)}</nav>`;
}

const ORDER = SEAT_GROUPS.map(g => g.key);

function Night({m}) {
  const lanes = m.lanes.toSorted((a, b) => ORDER.indexOf(groupOf(a)) - ORDER.indexOf(groupOf(b)) || (seatName(a) < seatName(b) ? -1 : 1));
  const range = {from: m.since, to: m.until};
  return html`
    <${Part} id="night" title="The night" n=${lanes.length}>
      ${lanes.length === 0 ? html`<p class="pad q">No seat had a state in this time.</p>` : html`
        <div class="pad nights"><div class="rail"><span></span><${Axis} span=${range} end=${state.at === null ? 'now' : 'then'} /></div>
          ${lanes.map(s => html`<div class="rail" key=${s.id}><a class="cut" href=${seatAddress(s.id)} title=${s.id}>${visible(seatName(s))}</a><${Lane} parts=${s.lane} span=${range} name=${seatName(s)} /></div>`)}
          <${LaneLegend} /></div>`}
    </${Part}>`;
}

const TaskList = ({id, title, tasks, n, none}) => html`
  <${Part} id=${id} title=${title} n=${n}>
    ${n === 0 ? html`<p class="pad q">${none}</p>` : !tasks ? html`<p class="pad q">Administrators see which.</p>` : html`
      <ul class="rows">${tasks.map(t => html`<li key=${t.id} data-row tabindex="-1"><span class="task-line"><a class="cut" data-open href=${taskAddress(t.id)} title=${t.title}>${visible(t.title)}</a><span class="q nw">${t.owner ? visible(nameOf(t.owner)) + ', ' : ''}${t.state === 'COMPLETED' ? '' : stateWord(t.state) + ' '}${time(t.at).slice(0, 5)}</span></span></li>`)}</ul>`}
  </${Part}>`;

const STILL = {stalled: 'nobody touches it', dead_wait: 'it waits in vain', cycle: 'agents wait for each other in a circle'};

const Stalled = ({m}) => html`
  <${Part} id="stalled" title="Stands still" n=${m.stalled}>
    ${m.stalled === 0 ? html`<p class="pad q">No task stands still.</p>` : !m.tasks_stalled ? html`<p class="pad q">Administrators see which.</p>` : html`
      <ul class="rows">${m.tasks_stalled.map((f, i) => html`<li key=${i} data-row tabindex="-1"><span class="task-line"><a class="cut" data-open href=${f.detail.task ? taskAddress(f.detail.task) : '#/tasks/waits'}>${visible(f.detail.title || 'Several tasks')}</a><span class="q">${STILL[f.kind] || f.kind}</span></span></li>`)}</ul>`}
  </${Part}>`;

const hour = ms => html`<time title=${moment(ms)}>${time(ms).slice(0, 5)}</time>`;

const wordsOf = (m, names) => names.map(name => [...m.woken, ...m.refused].find(r => r.name === name)?.words || name.toLowerCase().replaceAll('_', ' ')).join('; ');

function Missed({m}) {
  if (!m.nights) return null;
  const rows = m.nights.flatMap(n => n.missed.map(one => ({...one, seat: n}))).sort((a, b) => b.to - a.to);
  const looks = m.nights.reduce((n, s) => n + s.missed_looks, 0);
  return html`
    <${Part} id="missed" title="Missed wakes, and why" n=${looks}>
      ${rows.length === 0 ? html`<p class="pad q">No look found work that it had to leave.</p>` : html`
        <ul class="rows">${rows.slice(0, ROWS).map((r, i) => html`<li key=${i} data-row tabindex="-1"><span class="two"><span><a href=${seatAddress(r.seat.id)} title=${r.seat.id}>${visible(nameOf(r.seat.id))}</a>: ${wordsOf(m, r.wanted)}, but ${wordsOf(m, r.held)}</span><small>${hour(r.from)} to ${hour(r.to)}, ${count(r.times, 'look')}</small></span></li>`)}</ul>
        ${rows.length > ROWS && html`<p class="pad q">${rows.length - ROWS} more in <code class="mono">reveille report</code></p>`}`}
    </${Part}>`;
}

function Ended({m}) {
  if (!m.nights) return null;
  const rows = m.nights.flatMap(n => n.ended.map(end => ({...end, seat: n}))).sort((a, b) => b.at - a.at);
  return html`
    <${Part} id="ended" title="Sessions that ended" n=${rows.length}>
      ${rows.length === 0 ? html`<p class="pad q">None.</p>` : html`
        <ul class="rows">${rows.slice(0, ROWS).map(r => html`<li key=${r.session} data-row tabindex="-1"><span class="task-line"><a class="cut" href=${seatAddress(r.seat.id)} title=${r.session}>${visible(nameOf(r.seat.id))}</a><span class="q">${ENDINGS[r.how] || r.how}, ${hour(r.at)}</span></span></li>`)}</ul>
        ${rows.length > ROWS && html`<p class="pad q">${rows.length - ROWS} more in <code class="mono">reveille report</code></p>`}`}
    </${Part}>`;
}

function Days({m}) {
  if (!m.nights) return null;
  const rows = m.nights.flatMap(n => n.days.map(d => ({...d, id: n.id})));
  return html`
    <${Part} id="days" title="By seat and day">
      ${rows.length === 0 ? html`<p class="pad q">No seat was looked at.</p>` : html`
        <div class="wide"><table class="days"><thead><tr><th>Seat</th><th>Day (UTC)</th><th>Looks</th><th>Wakes</th><th>Missed</th><th>Tokens</th><th>Money</th></tr></thead>
          <tbody>${rows.slice(0, ROWS).map(d => html`<tr key=${d.id + d.from}><td><a href=${seatAddress(d.id)} title=${d.id}>${visible(nameOf(d.id))}</a></td><td>${new Date(d.from).toISOString().slice(5, 10)}</td><td>${d.looks}</td><td>${d.wakes}</td><td>${d.missed}</td><td>${d.tokens === null ? 'not metered' : d.tokens.toLocaleString('en')}</td><td>${d.micro_dollars === null ? 'not metered' : dollars(d.micro_dollars)}</td></tr>`)}</tbody></table></div>
        ${rows.length > ROWS && html`<p class="pad q">${rows.length - ROWS} more in <code class="mono">reveille report --json</code></p>`}`}
    </${Part}>`;
}

function Cost({m}) {
  return html`
    <${Part} id="cost" title="Cost">
      <dl class="facts sums">
        <dt>Looks at seats</dt><dd>${m.looks}</dd>
        <dt>Looks that woke nobody</dt><dd>${m.refusals}</dd>
        <dt>Wakes, turns begun</dt><dd>${m.wakes}, ${m.began}</dd>
        ${m.nights && html`<dt>Tokens of sessions</dt><dd>${used(m, 'tokens')}</dd><dt>Money</dt><dd>${used(m, 'micro_dollars')}</dd>`}
        ${m.cost && html`<dt>Programs started by looks</dt><dd>${m.cost.processes}</dd><dt>Tokens while at rest</dt><dd>${restTokens(m.cost)}</dd>`}
      </dl>
      ${m.cost && m.cost.rested > m.cost.measured && html`<p class="pad q">At ${count(m.cost.rested - m.cost.measured, 'look')} the tokens of a resting seat are unknown: its harness does not say.</p>`}
      ${m.cost && m.cost.sources.map(s => html`<p class="pad q" key=${s.source}>Source ${s.source}: ${count(s.calls, 'call')}, ${s.unchanged} unchanged and free, ${s.failed} failed.</p>`)}
    </${Part}>`;
}

function Reasons({id, title, n, rows, none, quiet}) {
  const most = Math.max(1, ...rows.map(r => r.count));
  return html`
    <${Part} id=${id} title=${title} n=${n}>
      ${rows.length === 0 ? html`<p class="pad q">${none}</p>` : html`
        <ul class="bars">${rows.map(r => html`<li key=${r.name}><span>${r.words.charAt(0).toUpperCase() + r.words.slice(1)}</span><b>${r.count}</b><i class=${quiet ? 'quiet' : ''} style=${{width: 100 * r.count / most + '%'}}></i></li>`)}</ul>`}
    </${Part}>`;
}

function Mail({m}) {
  const waiting = m.lanes.filter(s => s.unread === null || unread(s) > 0);
  return html`
    <${Part} id="mail" title="Undelivered mail" n=${state.at === null ? waiting.length : undefined}>
      ${state.at !== null ? html`<p class="pad q">What was unread then is not stored.</p>` : waiting.length === 0 ? html`<p class="pad q">No seat has unread mail.</p>` : html`
        <ul class="rows">${waiting.map(s => html`<li key=${s.id}><span class="task-line"><a class="cut" href=${seatAddress(s.id)}>${visible(seatName(s))}</a><span class="q nw">${s.unread === null ? 'unknown' : unread(s) + (s.unread.more ? '+' : '') + (s.unread.high ? ', ' + s.unread.high + ' high' : '')}</span></span></li>`)}</ul>`}
    </${Part}>`;
}

const Guards = ({m}) => html`
  <${Part} id="guards" title="Guards and limits" n=${tripped(m)}>
    ${m.guards.length === 0 ? html`<p class="pad q">None tripped.</p>` : html`
      <ul class="rows">${m.guards.slice(0, ROWS).map((e, i) => html`<li key=${e.id || i}><span>${e.id ? html`<a class="moment" href=${'#/activity/' + e.id} title=${moment(e.at)}>${time(e.at).slice(0, 5)}</a>` : hour(e.at)} ${e.agent ? visible(nameOf(e.agent) + ' ') : ''}${visible(e.what ?? sentence(e))}${e.times > 1 ? html` <span class="q">${e.times} times</span>` : ''}</span></li>`)}</ul>`}
  </${Part}>`;

const Recovery = ({m}) => html`
  <${Part} id="recovery" title="From a wake to a turn">
    ${m.days.length === 0 ? html`<p class="pad q">No wake in the last seven days.</p>` : html`
      <table class="days"><thead><tr><th>Day (UTC)</th><th>Wakes</th><th>Turn began</th><th>Median</th></tr></thead>
        <tbody>${m.days.map(d => html`<tr key=${d.from}><td>${new Date(d.from).toISOString().slice(5, 10)}</td><td>${d.wakes}</td><td>${d.began} <span class="q">${Math.round(100 * d.began / d.wakes)} %</span></td><td>${d.median_ms === null ? html`<span class="q">none began</span>` : d.median_ms < 1000 ? 'below 1s' : span(d.median_ms)}</td></tr>`)}</tbody></table>`}
  </${Part}>`;
