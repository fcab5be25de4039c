// What the server tells as it happens, and who wants to know.
//
// One stream for the page. It says how far it was when it comes back, so the feed has no gap and
// no repeat; `feed` below is in the order of the feed whatever happens. The `id` of an entry is its
// place: it is carried and compared for equality only, never for order. A page that nobody sees lets its
// stream go: browsers have few connections for a server, and other pages need them.

/** Entries that are kept, and how many while somebody reads the older ones of them. */
const FEED_KEPT = 5000;
const FEED_KEPT_FOR_READERS = 50_000;
const SECONDS_KEPT = 300;
const NAMES_KEPT = 10_000;
const RETRACTED_KEPT = 10_000;
const SEEN_MILLIS = 60_000;
const HIDDEN_MILLIS = 10_000;
const RATE_MILLIS = 300_000;
/** A busier server has more in five minutes than a page should load at once. */
const RECENT_PAGES = 4;

export const state = {
  /** Empty until the server has said it. */
  role: '',
  /** Which store the server has: another one has other places. */
  store: null,
  online: false,
  /** How the features of the server say what they show. */
  words: {kinds: [], groups: [], columns: [], lists: [], plots: []},
  agents: new Map(),
  /** What agents are or were called, by id. */
  names: new Map(),
  /** Entries of the feed that came or were loaded, oldest first. */
  feed: [],
  /** Everything before this place is still on the server; '' = nothing is. */
  olderThan: null,
  seconds: [],
  /** Messages of each agent, as [second, count], for the last five minutes. */
  rates: new Map(),
  /** How far the server's clock is ahead of this machine's. */
  skew: 0,
  /** Since when the server has not answered; 0 = it does. */
  silentSince: 0,
  /** Messages of agents that came to each channel since somebody looked at it. */
  fresh: new Map(),
  /** The channels that one may see, asked for every few seconds. */
  channels: [],
  /** The messages that their authors took back while this page was open: channel and seq. */
  retracted: new Set(),
  /** How many tasks are in each state. */
  tasks: {},
  /** The moment of the past that the page shows; null = it follows what happens. */
  at: null,
  /** The time that the time bar and the numbers show. */
  range: localStorage.getItem('range') || '12h',
  /** Whether somebody looks at older entries of the feed: then they stay. */
  reading: false,
  /** Changes when all that was known is worthless: another role, or another store. */
  era: 0,
  version: 0,
};

/** Moves the whole page to a moment of the past, or back to now. */
export function look(at) {
  state.at = at;
  changed();
}

export function choose(range) {
  state.range = range;
  localStorage.setItem('range', range);
  changed();
}

const listeners = new Set();
let source = null;
let waiting = false;

export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** At most once per frame, however much comes. */
function changed() {
  state.version++;
  if (waiting) return;
  waiting = true;
  const tell = () => {
    waiting = false;
    for (const listener of listeners) listener();
  };
  if (document.hidden) setTimeout(tell, 250);
  else requestAnimationFrame(tell);
}

export async function api(path, body) {
  const init = body === undefined ? {} : {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify(body),
  };
  const answer = await fetch('/api' + path, {credentials: 'same-origin', ...init});
  const json = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(json.error || 'The server answered ' + answer.status), {status: answer.status});
  return json;
}

export async function start() {
  forget();
  const role = (await api('/session')).role;
  if (role !== 'none') state.words = await api('/words');
  state.role = role;
  changed();
  if (state.role === 'none') return;
  follow();
  askChannels();
  askTasks();
}

/** What one may see now is not what one might see before. */
function forget() {
  if (source) source.close();
  source = null;
  state.channels = [];
  state.tasks = {};
  state.retracted.clear();
  state.fresh.clear();
  state.at = null;
  state.agents.clear();
  state.feed = [];
  known.clear();
  state.seconds = [];
  state.rates.clear();
  counted = {from: Infinity, to: -Infinity};
  state.olderThan = null;
  loading = null;
  state.store = null;
  lastId = '';
  state.era++;
}

let lastId = '';

function follow() {
  if (source) source.close();
  const stream = new EventSource('/api/stream' + (lastId ? '?after=' + encodeURIComponent(lastId) : ''));
  source = stream;
  stream.onopen = () => { state.online = true; state.silentSince = 0; changed(); };
  stream.onerror = () => {
    state.online = false;
    state.silentSince ||= Date.now();
    // A refusal ends an EventSource for good; whether it was one is asked.
    if (stream === source && stream.readyState === EventSource.CLOSED) setTimeout(() => start().catch(() => retry()), 1000);
    changed();
  };
  const on = (event, what) => stream.addEventListener(event, e => {
    if (stream !== source) return;
    if (e.lastEventId) lastId = e.lastEventId;
    what(JSON.parse(e.data));
    changed();
  });
  on('hello', hello => {
    if (hello.role !== state.role || (state.store && hello.store !== state.store) || hello.lost) {
      start().catch(() => retry());
      return;
    }
    state.store = hello.store;
    // A page that is paused before its first entry must know where to go on, too.
    if (!lastId) lastId = hello.last;
    if (hello.now) state.skew = hello.now - Date.now();
    state.seconds = []; // all of them come again
    if (state.olderThan === null) {
      state.olderThan = hello.older;
      recent().catch(() => {});
    }
  });
  on('feed', add);
  on('agents', news => {
    if (news.all) state.agents.clear();
    for (const row of news.changed) {
      state.agents.set(row.id, row);
      call(row.id, row.name);
    }
    for (const id of news.gone) {
      state.agents.delete(id);
      state.rates.delete(id);
    }
  });
  on('numbers', news => {
    state.seconds.push(...news.seconds);
    if (state.seconds.length > SECONDS_KEPT) state.seconds.splice(0, state.seconds.length - SECONDS_KEPT);
  });
}

const CHANNELS_MILLIS = 5000;

/** New channels and their counts are not told by the stream. */
async function askChannels() {
  if (document.hidden || !state.role || state.role === 'none') return;
  const era = state.era;
  const answer = await api('/channels').catch(() => null);
  if (!answer || era !== state.era) return;
  state.channels = answer.channels;
  changed();
}

setInterval(askChannels, CHANNELS_MILLIS);

const TASKS_MILLIS = 15_000;
const TASK_PAUSE_MILLIS = 400;
let counting = 0;

/** How many tasks there are. Administrators hear of each change; for others it is asked now and then. */
async function askTasks() {
  counting = 0;
  if (document.hidden || !state.role || state.role === 'none') return;
  const era = state.era;
  const answer = await api('/tasks?limit=1').catch(() => null);
  if (!answer || era !== state.era) return;
  state.tasks = answer.counts;
  changed();
}

setInterval(askTasks, TASKS_MILLIS);

function pause() {
  if (source) source.close();
  source = null;
  state.online = false;
}

function resume() {
  if (!source && state.role && state.role !== 'none') follow();
}

let hiding = null;
document.addEventListener('visibilitychange', () => {
  clearTimeout(hiding);
  if (document.hidden) hiding = setTimeout(pause, HIDDEN_MILLIS);
  else resume();
});

// The server knows by this that a person is present. A page that only lies open says nothing.
let seenAt = 0;
function seen() {
  if (state.role !== 'admin' || Date.now() - seenAt < SEEN_MILLIS) return;
  seenAt = Date.now();
  api('/seen', {}).catch(() => {});
}
for (const sign of ['pointerdown', 'keydown', 'wheel']) addEventListener(sign, seen, {passive: true});

// A page that one left may be kept for a return by "back". It must not keep its stream meanwhile:
// a browser opens only six connections to one server, for all its pages together.
addEventListener('pagehide', pause);
addEventListener('pageshow', shown => { if (shown.persisted) resume(); });

function retry() {
  setTimeout(() => start().catch(() => retry()), 2000);
}

/** The places of the entries in the feed. */
const known = new Set();

/** Numbers of this page for the entries in their order: newer ones upwards, older ones downwards. */
const NUMBER = Symbol('number');

function add(entry) {
  if (known.has(entry.id)) return;
  const last = state.feed.at(-1);
  entry[NUMBER] = last ? last[NUMBER] + 1 : 0;
  known.add(entry.id);
  state.feed.push(entry);
  learn(entry);
  if (entry.kind === 'message.retracted') takeBack(entry.channel, entry.detail.seq);
  if (entry.kind.startsWith('task.')) counting ||= setTimeout(askTasks, TASK_PAUSE_MILLIS);
  if (entry.message && !entry.direct && entry.agent !== '@server') state.fresh.set(entry.channel, (state.fresh.get(entry.channel) || 0) + 1);
  const most = state.reading ? FEED_KEPT_FOR_READERS : FEED_KEPT;
  if (state.feed.length > most) {
    for (const gone of state.feed.splice(0, state.feed.length - most)) known.delete(gone.id);
    state.olderThan = state.feed[0].id;
  }
}

/** A message as it is now: its author may have taken it back since it was loaded. */
export const current = (channel, m) => state.retracted.has(channel + ' ' + m.seq) && !m.retracted ? {...m, content: '', retracted: true} : m;

function takeBack(channel, seq) {
  if (!channel || !seq) return;
  state.retracted.add(channel + ' ' + seq);
  if (state.retracted.size > RETRACTED_KEPT) state.retracted.delete(state.retracted.values().next().value);
  for (const e of state.feed) if (e.message && e.channel === channel && e.seq === seq) e.message = current(channel, e.message);
}

/** An older entry does not change what is known already. */
function learn(entry, old = false) {
  const name = entry.message ? entry.message.from_name : entry.detail && entry.detail.name;
  if (name && !(old && state.names.has(entry.agent))) call(entry.agent, name);
  if (entry.kind === 'message' && entry.agent) rate(entry);
}

/** The entries that are in the rates: what is let go and loaded again is not counted twice. */
let counted = {from: Infinity, to: -Infinity};

export function call(id, name) {
  if (state.names.get(id) === name) return;
  state.names.set(id, name);
  if (state.names.size > NAMES_KEPT) state.names.delete(state.names.keys().next().value);
}

function rate(entry) {
  const number = entry[NUMBER];
  if (number >= counted.from && number <= counted.to) return;
  counted = {from: Math.min(counted.from, number), to: Math.max(counted.to, number)};
  const second = Math.floor(entry.at / 1000);
  const all = state.rates.get(entry.agent) || [];
  const at = all.findIndex(([s]) => s >= second);
  if (at >= 0 && all[at][0] === second) all[at][1]++;
  else if (at >= 0) all.splice(at, 0, [second, 1]);
  else all.push([second, 1]);
  while (all.length && all[0][0] < all.at(-1)[0] - 300) all.shift();
  state.rates.set(entry.agent, all);
}

let loading = null;

/** Loads what came before; resolves to whether there was any. */
export function older(limit = 200) {
  if (!state.olderThan) return Promise.resolve(false);
  const era = state.era;
  loading ??= (async () => {
    try {
      const page = await api('/events?limit=' + limit + '&before=' + encodeURIComponent(state.olderThan));
      if (era !== state.era) return false; // it was for another role, or of another store
      const before = page.events.filter(e => !known.has(e.id));
      let number = state.feed.length ? state.feed[0][NUMBER] : 0;
      for (const e of before.toReversed()) {
        e[NUMBER] = --number;
        known.add(e.id);
      }
      state.feed = before.concat(state.feed);
      for (const e of before) learn(e, true);
      state.olderThan = page.more ? page.looked_to : '';
      changed();
      return before.length > 0;
    } finally {
      if (era === state.era) loading = null;
    }
  })();
  return loading;
}

/** Loads the newest entries, and as many pages as the last five minutes need, within a limit. */
async function recent() {
  const from = Date.now() + state.skew - RATE_MILLIS;
  for (let pages = 0; pages < RECENT_PAGES; pages++) {
    if (!await older(pages ? 500 : 200) || state.feed[0].at < from) return;
  }
}

export async function login(token) {
  await api('/login', {token});
  await start();
}

export async function logout() {
  await api('/logout', {});
  await start();
}
