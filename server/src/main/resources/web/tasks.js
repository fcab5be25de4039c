// The task board: columns by state, live. What needs a person stands out.

import {h} from '/vendor/preact.js';
import {useEffect, useLayoutEffect, useMemo, useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {stayed} from '/agents.js';
import {Glyph, Icon} from '/icons.js';
import {api, state} from '/live.js';
import {gist} from '/markdown.js';
import {Avatar, Chip, Head, nameOf, Seg, visible} from '/parts.js';
import {inVain, Labels, learnNames, stateWord, taskAddress, TaskPriority} from '/taskstate.js';
import {Waits} from '/waits.js';
import {age, ago, count, moment, time} from '/words.js';

const html = htm.bind(h);
const PAGE = 50;
const MOST = 200;
const PAUSE_MILLIS = 400;
const TYPING_MILLIS = 250;
const WAITS_MILLIS = 10_000;
const DAY = 86_400_000;

/** @param order the place on a phone, where what needs a person comes first */
const COLUMNS = [
  {id: 'open', word: 'Open', states: ['SUBMITTED'], glyph: ['never', 'ended'], order: 3, none: 'Nothing waits to be taken'},
  {id: 'working', word: 'Working', states: ['WORKING'], glyph: ['active', 'working'], order: 2, none: 'Nobody works on a task'},
  {id: 'needs', word: 'Needs input', states: ['INPUT_REQUIRED', 'AUTH_REQUIRED'], glyph: ['waits', 'waiting'], order: 1, none: 'Nobody waits for an answer'},
  {id: 'finished', word: 'Finished', states: ['COMPLETED'], icon: ['check', 'working'], order: 5, none: 'Nothing is finished yet'},
  {id: 'ended', word: 'Failed or ended', states: ['FAILED', 'REJECTED', 'CANCELED', 'EXPIRED'], glyph: ['lost', 'broken'], order: 4, none: 'Nothing failed'},
];

const OPEN = ['SUBMITTED', 'WORKING', 'INPUT_REQUIRED', 'AUTH_REQUIRED'];
const sum = states => states.reduce((n, s) => n + (state.tasks[s] || 0), 0);

/** How many tasks have not ended. */
export const openTasks = () => sum(OPEN);

/** The rows of each column, as the board showed them last. */
let last = {};

/** The ids of the tasks that the board showed last, in order. */
export const shownTasks = () => COLUMNS.flatMap(c => (last[c.id] || []).map(r => r.key));

export const Tasks = ({rest, now}) => rest === 'waits' && state.role === 'admin' ? html`<${Waits} now=${now} head=${html`<${Choice} value="waits" />`} />` : html`<${Board} now=${now} />`;

const Choice = ({value}) => html`
  <${Seg} label="View" options=${[['board', 'Board'], ['waits', 'Who waits for whom']]} value=${value} onChoose=${v => { location.hash = v === 'waits' ? '#/tasks/waits' : '#/tasks'; }} />`;

const BAD = {cycle: ['circle', 'Agents wait for each other in a circle'], dead_wait: ['waits in vain', 'What it waits for can never come'], stalled: ['stalled', 'Nobody touched it for long']};

const WORST = ['dead_wait', 'cycle', 'stalled'];

/** What was found about each task: it will not go on by itself. Of several findings the worst. */
function findingsByTask(findings) {
  const found = new Map();
  for (const f of findings.toSorted((a, b) => WORST.indexOf(b.kind) - WORST.indexOf(a.kind))) for (const id of f.detail.tasks || [f.detail.task]) found.set(id, f);
  return found;
}

function query(filter, states, limit, before) {
  const asked = new URLSearchParams({state: states.join(','), limit});
  if (filter.agent) asked.set('agent', filter.agent);
  if (filter.label) asked.set('label', filter.label);
  if (filter.priority) asked.set('priority', filter.priority);
  if (before) asked.set('before', before);
  return api('/tasks?' + asked).then(learnNames);
}

/** The columns as the server has them, and what loads one again or further. */
function useBoard(filter) {
  const [columns, setColumns] = useState({});
  const [error, setError] = useState('');
  const era = useRef(0);
  const seen = useRef(null);
  const due = useRef({ids: new Set(), timer: 0});
  const turns = useRef({});
  const admin = state.role === 'admin';

  /**
   * Loads as many rows of a column as somebody wanted to see. One at a time, so that no older answer comes after a newer
   * one; what is asked for meanwhile is done once more at the end.
   */
  async function load(column) {
    const mine = era.current;
    const turn = turns.current[column.id] ||= {wanted: PAGE, busy: false, again: false};
    if (turn.busy) { turn.again = true; return; }
    turn.busy = true;
    do {
      turn.again = false;
      try {
        let page = null;
        const rows = new Map();
        do {
          page = await query(filter, column.states, Math.min(MOST, turn.wanted - rows.size), page?.before);
          if (mine !== era.current) return;
          for (const t of page.tasks) rows.set(t.task_id, t);
        } while (page.before && rows.size < turn.wanted);
        setError('');
        setColumns(all => ({...all, [column.id]: {tasks: [...rows.values()], before: page.before}}));
      } catch (e) {
        if (mine !== era.current) return;
        setError(e.message);
      }
    } while (turn.again);
    turn.busy = false;
  }
  const latest = useRef(load);
  latest.current = load;

  useEffect(() => {
    era.current++;
    turns.current = {};
    setColumns({});
    if (!admin) return;
    COLUMNS.forEach(c => latest.current(c));
    // What ends without an entry of the feed, and what came while there was no connection.
    const timer = setInterval(() => document.hidden || COLUMNS.forEach(c => latest.current(c)), 30_000);
    return () => { era.current++; clearInterval(timer); };
  }, [filter, admin, state.era]);

  // Each change of a task is in the feed: only the columns that it left and came to are asked for.
  useEffect(() => {
    if (!admin) return;
    const from = seen.current === null ? state.feed.length : state.feed.findLastIndex(e => e.id === seen.current) + 1;
    for (const e of state.feed.slice(from)) {
      if (!e.kind.startsWith('task.')) continue;
      for (const c of COLUMNS) if (c.states.includes(e.detail.state) || c.states.includes(e.detail.previous)) due.current.ids.add(c);
    }
    if (state.feed.length) seen.current = state.feed.at(-1).id;
    if (due.current.ids.size) {
      due.current.timer ||= setTimeout(() => {
        due.current.timer = 0;
        for (const c of due.current.ids) latest.current(c);
        due.current.ids.clear();
      }, PAUSE_MILLIS);
    }
  }, [state.version]);
  return {columns, error, more: column => { turns.current[column.id].wanted += PAGE; return load(column); }};
}

/** What will not end by itself. */
function useFindings() {
  const [found, setFound] = useState({findings: [], titles: {}});
  useEffect(() => {
    if (state.role !== 'admin') return;
    const load = () => document.hidden || api('/waits').then(a => setFound(learnNames(a)), () => {});
    load();
    const timer = setInterval(load, WAITS_MILLIS);
    return () => clearInterval(timer);
  }, [state.role, state.era]);
  return found;
}

/** What is typed, once there was a short pause: each letter would ask the server for all columns. */
function useTyped(text) {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPING_MILLIS);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}

const RANK = {high: 0, normal: 1, low: 2};

/** What stands still first, then what is urgent, then the newest. Of what is over, the newest. */
const ordered = (tasks, bad) => tasks.toSorted((a, b) => bad.has(b.task_id) - bad.has(a.task_id) || (OPEN.includes(a.state) && RANK[a.priority] - RANK[b.priority]) || b.updated_at - a.updated_at);

function Board({now}) {
  const [agent, setAgent] = useState('');
  const [label, setLabel] = useState('');
  const [priority, setPriority] = useState('');
  const [typedAgent, typedLabel] = [useTyped(agent), useTyped(label)];
  const filter = useMemo(() => ({agent: typedAgent.trim().toLowerCase(), label: typedLabel.trim(), priority}), [typedAgent, typedLabel, priority]);
  const filtered = !!(filter.agent || filter.label || filter.priority);
  const {columns, error, more} = useBoard(filter);
  const found = useFindings();
  const bad = useMemo(() => findingsByTask(found.findings), [found]);
  const admin = state.role === 'admin';
  const labels = useMemo(() => [...new Set(Object.values(columns).flatMap(c => c.tasks.flatMap(t => t.labels)))].sort().slice(0, 100), [columns]);
  const people = useMemo(() => [...new Set(Object.values(columns).flatMap(c => c.tasks.flatMap(t => [t.from, t.owner, t.to])).filter(id => id && id.startsWith('@')))].map(nameOf).sort().slice(0, 100), [columns, state.names.size]);
  const titles = useMemo(() => new Map([...Object.entries(found.titles), ...Object.values(columns).flatMap(c => c.tasks.map(t => [t.task_id, t.title]))]), [columns, found]);
  const needs = sum(COLUMNS[2].states);
  // What stands still may be older than what the board shows: the number leads to all of it.
  const about = html`${openTasks()} open${needs > 0 && ', ' + count(needs, 'needs input', 'need input')}${bad.size > 0 && html`, <a href="#/tasks/waits">${count(bad.size, 'stands still', 'stand still')}</a>`}`;
  const shown = useRef({});
  last = shown.current;
  const board = useRef(null);
  const held = useRef(null);
  // Who left a card that is still there went elsewhere; a card that is gone may be in another column.
  const leave = e => {
    const card = e.target;
    if (e.relatedTarget) held.current = null;
    else requestAnimationFrame(() => { if (card.isConnected) held.current = null; });
  };
  // A card that goes to another column takes the focus along.
  useLayoutEffect(() => {
    if (!held.current || document.activeElement !== document.body) return;
    board.current.querySelector('[data-task="' + CSS.escape(held.current) + '"]')?.focus({preventScroll: true});
  }, [columns]);
  return html`
    <section class="view tasks" aria-label="Tasks">
      <${Head} title="Tasks" about=${about}>
        ${admin && html`
          <input class="field" type="search" list="task-agents" placeholder="Agent" aria-label="Agent" value=${agent} onInput=${e => setAgent(e.target.value)} />
          <input class="field" type="search" list="task-labels" placeholder="Label" aria-label="Label" value=${label} onInput=${e => setLabel(e.target.value)} />
          <select class="field" aria-label="Priority" value=${priority} onChange=${e => setPriority(e.target.value)}>
            ${[['', 'any priority'], ['high', 'high'], ['normal', 'normal'], ['low', 'low']].map(([v, word]) => html`<option value=${v}>${word}</option>`)}
          </select>
          <datalist id="task-agents">${people.map(n => html`<option value=${n} />`)}</datalist>
          <datalist id="task-labels">${labels.map(l => html`<option value=${l} />`)}</datalist>
          <${Choice} value="board" />`}
      </${Head}>
      ${error && html`<p class="notice error" role="alert">${error}</p>`}
      ${!admin && html`<p class="notice" role="status">Guests see how many tasks there are. Administrators see the tasks.</p>`}
      <div class="body board" ref=${board} onKeyDown=${arrows} onFocusIn=${e => { held.current = e.target.closest('.tk')?.dataset.task || null; }} onFocusOut=${leave}>
        ${COLUMNS.map(c => html`<${Column} key=${c.id} c=${c} page=${columns[c.id]} filtered=${filtered} bad=${bad} titles=${titles} minute=${Math.floor(now / 15_000)} now=${now} onMore=${() => more(c)} shown=${shown.current} />`)}
      </div>
    </section>`;
}

/** Left and right go to the next column, up and down to the next card. */
function arrows(event) {
  const by = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
  const card = document.activeElement?.closest('.tk');
  if (!by || !card) return;
  event.preventDefault();
  event.stopPropagation();
  const place = [...card.parentElement.children].indexOf(card);
  const columns = [...event.currentTarget.querySelectorAll('.col')].map(c => [...c.querySelectorAll('.tk')]);
  let at = columns.findIndex(c => c.includes(card));
  let next = columns[at][place + by[1]];
  if (by[0]) {
    do at += by[0]; while (columns[at] && !columns[at].length);
    next = columns[at] && columns[at][Math.min(place, columns[at].length - 1)];
  }
  next?.focus();
  next?.scrollIntoView({block: 'nearest', inline: 'nearest'});
}

function Column({c, page, filtered, bad, titles, minute, now, onMore, shown}) {
  const pointed = useRef(false);
  const focused = useRef(false);
  const admin = state.role === 'admin';
  const rows = useMemo(() => {
    const fresh = ordered(page ? page.tasks : [], bad).map(task => ({key: task.task_id, task}));
    // Under the pointer and under the focus nothing changes its place: one would open another task.
    return (pointed.current || focused.current) && shown[c.id] ? stayed(shown[c.id], fresh) : fresh;
  }, [page, bad]);
  shown[c.id] = rows;
  const cards = useMemo(() => rows.map(r => html`<${Card} key=${r.key} task=${r.task} bad=${bad.get(r.key)} titles=${titles} now=${now} slim=${c.id === 'finished'} />`), [rows, titles, minute, state.names.size]);
  const n = filtered && page ? rows.length + (page.before ? '+' : '') : sum(c.states);
  return html`
    <section class="col" style=${{'--o': c.order}} aria-label=${c.word} data-column=${c.id} onPointerEnter=${() => { pointed.current = true; }} onPointerLeave=${() => { pointed.current = false; }} onFocusIn=${() => { focused.current = true; }} onFocusOut=${() => { focused.current = false; }}>
      <h2>${c.icon ? html`<${Icon} name=${c.icon[0]} cls=${'g-' + c.icon[1]} />` : html`<${Glyph} name=${c.glyph[0]} tone=${c.glyph[1]} />`}${c.word}<span class="n">${n}</span></h2>
      ${admin && page && rows.length === 0 && html`<p class="none">${filtered ? 'Nothing fits the filter' : c.none}</p>`}
      <ul>${cards}</ul>
      ${page?.before && html`<button class="btn s more-tasks" onClick=${onMore}>Show older ones</button>`}
    </section>`;
}

/** Why it does not move, in one line; what was asked, what is waited for, or for whom it is. */
function why(task, bad, titles, now) {
  if (bad?.kind === 'stalled') return nameOf(task.owner || task.to) + ' has not touched it for ' + age(now - task.updated_at) + '.';
  if (bad?.kind === 'dead_wait') return inVain(bad, id => titles.get(id)) + '.';
  if (bad?.kind === 'cycle') return bad.detail.agents.map(nameOf).join(' and ') + ' wait for each other.';
  // The server has cut it already; a reason is not cut twice.
  if (task.reason) return gist(task.reason, 400);
  const blockers = task.blocked_by || [];
  if (blockers.length) return 'Waits for ' + (titles.get(blockers[0]) || 'another task') + (blockers.length > 1 ? ' and ' + count(blockers.length - 1, 'other') : '') + '.';
  return '';
}

const MARKS = {AUTH_REQUIRED: ['waiting', 'permission'], FAILED: ['broken', 'failed'], REJECTED: ['', 'rejected'], CANCELED: ['', 'canceled'], EXPIRED: ['', 'expired']};

function Card({task, bad, titles, now, slim}) {
  const over = !OPEN.includes(task.state);
  const waits = task.state === 'INPUT_REQUIRED' || task.state === 'AUTH_REQUIRED';
  const mark = MARKS[task.state];
  const at = task.state === 'SUBMITTED' ? task.created_at : task.updated_at;
  const text = why(task, bad, titles, now);
  const late = !over && task.due_at && task.due_at < now;
  const chips = bad || mark || task.priority !== 'normal' || task.labels.length > 0;
  const when = html`<time datetime=${new Date(at).toISOString()} title=${(over ? 'ended ' : task.state === 'SUBMITTED' ? 'created ' : 'changed ') + moment(at)}>${over ? now - at < DAY ? time(at).slice(0, 5) : ago(now - at) : age(now - at)}</time>`;
  const go = event => { if (!event.target.closest('a')) location.hash = taskAddress(task.task_id); };
  return html`
    <li class=${'tk' + (slim ? ' slim' : '') + (bad ? ' bad' : waits ? ' hot' : '')} tabindex="-1" data-task=${task.task_id} onClick=${go} aria-label=${task.title + ', ' + stateWord(task.state)}>
      ${chips && html`<div class="top">
        <span class="chips">
          ${bad && html`<${Chip} tone="broken" title=${BAD[bad.kind]?.[1]}>${BAD[bad.kind]?.[0] || bad.kind}</${Chip}>`}
          ${mark && html`<${Chip} tone=${mark[0]}>${mark[1]}</${Chip}>`}
          <${TaskPriority} priority=${task.priority} /><${Labels} labels=${task.labels.slice(0, 3)} />
        </span>
        ${when}
      </div>`}
      <h3>${!chips && when}<a data-open href=${taskAddress(task.task_id)} title=${task.task_id}>${visible(task.title)}</a></h3>
      ${text && html`<p class="say">${visible(text)}</p>`}
      <div class="bot">
        ${task.owner && html`<${Avatar} name=${nameOf(task.owner)} size="s" /><span class="cut">${visible(nameOf(task.owner))}</span>`}
        ${!task.owner && html`<span class="cut" title=${task.to}>for ${visible(nameOf(task.to))}</span>`}
        <span class="q cut">from ${visible(nameOf(task.from))}</span>
        ${!over && task.due_at && html`<span class=${'r' + (late ? ' late' : '')} title=${moment(task.due_at)}>${late ? 'late since ' : 'due '}${now - task.due_at > DAY ? ago(now - task.due_at) : task.due_at - now > DAY ? 'in ' + age(task.due_at - now) : time(task.due_at).slice(0, 5)}</span>`}
      </div>
    </li>`;
}
