import {h} from '/vendor/preact.js';
import {useEffect, useMemo, useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Dialog} from '/dialog.js';
import {List} from '/list.js';
import {api, state} from '/live.js';
import {count, moment, said, time} from '/words.js';

const html = htm.bind(h);
const KEPT = 2000;
/** On a phone the text has a line of its own. */
const narrow = matchMedia('(max-width: 720px)');
const rowHeight = () => narrow.matches ? 68 : 46;

export function Channels({name}) {
  const [channels, setChannels] = useState([]);
  useEffect(() => {
    const load = () => api('/channels').then(a => setChannels(a.channels)).catch(() => {});
    load();
    const timer = setInterval(load, 5000);
    return () => clearInterval(timer);
  }, [state.role]);
  const chosen = !name ? '#general' : name.startsWith('#') ? name : '#' + name;
  return html`
    <section class="view split" aria-label="Channels">
      <nav class="side" aria-label="Channels">
        ${channels.map(c => html`
          <a key=${c.name} class=${c.name === chosen ? 'chosen' : ''} href=${'#/channel/' + encodeURIComponent(c.name)}>
            <span>${c.name}${c.private ? ' 🔒' : ''}</span><span class="quiet">${c.members}</span>
          </a>`)}
      </nav>
      <${Channel} key=${chosen} name=${chosen} />
    </section>`;
}

function Channel({name}) {
  const path = '/channels/' + encodeURIComponent(name.slice(1));
  /** Without a gap, oldest first; null until the first page is there. */
  const [messages, setMessages] = useState(null);
  const [more, setMore] = useState(true);
  const [members, setMembers] = useState([]);
  const [query, setQuery] = useState('');
  const [found, setFound] = useState(null);
  const [error, setError] = useState('');
  const [opened, setOpened] = useState(null);
  const busy = useRef(false);
  const behind = useRef(false);
  const atEnd = useRef(true);

  useEffect(() => {
    api(path + '/messages?limit=100').then(a => setMessages(a.messages), e => setError(e.message));
    const load = () => api(path + '/members').then(a => setMembers(a.members)).catch(() => {});
    load();
    const timer = setInterval(load, 5000);
    return () => clearInterval(timer);
  }, [name]);

  // The live feed goes on where the page that was loaded ends; both know the seq. Where the feed
  // begins later than that, what is between is asked for.
  useEffect(() => {
    if (!messages || behind.current) return;
    const last = messages.length ? messages.at(-1).seq : 0;
    const fresh = [];
    for (let i = state.feed.length - 1; i >= 0; i--) {
      const e = state.feed[i];
      if (e.kind !== 'message' || e.channel !== name || !e.message) continue;
      if (e.seq <= last) break;
      fresh.push(e.message);
    }
    if (!fresh.length) return;
    fresh.reverse();
    if (fresh[0].seq === last + 1 || !last) setMessages(m => kept(joined(m, fresh)));
    else {
      behind.current = true;
      api(path + '/messages?limit=500&after=' + last)
        .then(a => { behind.current = false; if (a.messages.length) setMessages(m => kept(joined(m, a.messages))); },
          () => { behind.current = false; });
    }
  }, [state.version, messages]);

  /** Nobody reads what is far above the end; it can be loaded again. */
  function kept(all) {
    if (!atEnd.current || all.length <= KEPT) return all;
    setMore(true);
    return all.slice(-KEPT);
  }

  const all = messages || [];
  const byId = useMemo(() => new Map(all.filter(m => m.msg_id).map(m => [m.msg_id, m])), [messages]);
  const floors = claims(name);

  async function older() {
    if (busy.current || !more || !all.length) return;
    busy.current = true;
    try {
      const page = await api(path + '/messages?limit=200&before=' + all[0].seq);
      if (page.messages.length === 0) setMore(false);
      else setMessages(m => page.messages.concat(m));
    } catch { /* the page says that it has no connection */ } finally {
      busy.current = false;
    }
  }

  /** Newest first, and on from where the last search ended. */
  async function search(before) {
    const wanted = query.trim();
    if (!wanted) { setFound(null); return; }
    try {
      const page = await api(path + '/search?limit=200&q=' + encodeURIComponent(wanted) + (before ? '&before=' + before : ''));
      setFound(f => before && f ? {...page, messages: f.messages.concat(page.messages), looked_at: f.looked_at + page.looked_at} : page);
      setError('');
    } catch (e) {
      setError(e.message);
    }
  }

  const rows = useMemo(() => (found ? found.messages.slice().reverse() : all).map(m => ({key: m.seq, message: m})), [messages, found]);
  return html`
    <div class="channel">
      <div class="bar">
        <h1>${name}</h1>
        <span class="quiet">${count(members.length, 'member')}${floors.size ? ' · ' + count(floors.size, 'floor claim') : ''}</span>
        <form onSubmit=${e => { e.preventDefault(); search(0); }} role="search">
          <input type="search" placeholder="Search" aria-label=${'Search in ' + name} value=${query} onInput=${e => { setQuery(e.target.value); if (!e.target.value) setFound(null); }} />
        </form>
      </div>
      ${error && html`<p class="error" role="alert">${error}</p>`}
      ${found && html`<p class="note">${count(found.messages.length, 'message')} found among the newest ${found.looked_at}. ${found.more_before > 1 && html`<button onClick=${() => search(found.more_before)}>Search further back</button>`}</p>`}
      <div class="talk">
        <${List} rows=${rows} height=${rowHeight()} stick=${!found} anchor onTop=${found ? null : older} onEdge=${end => { atEnd.current = end; }} label=${'Messages of ' + name}
          row=${r => html`<${Message} m=${r.message} byId=${byId} claim=${floors.get(r.message.msg_id)} onOpen=${() => setOpened(r.message)} />`} />
        <aside class="members" aria-label="Members">
          ${members.map(m => html`
            <a key=${m.id} href=${'#/agent/' + encodeURIComponent(m.id)} title=${word(m.id)}>
              <span class=${'dot ' + word(m.id)} aria-hidden="true"></span> ${m.name}${m.verified ? ' ✓' : ''} <span class="id">${m.id}</span>
            </a>`)}
        </aside>
      </div>
      ${opened && html`<${Whole} m=${opened} byId=${byId} onClose=${() => setOpened(null)} />`}
    </div>`;
}

/** How the agent is, in a word. */
function word(id) {
  const agent = state.agents.get(id);
  return !agent ? 'offline' : agent.sleep ? 'sleeping' : agent.presence;
}

/** A message in full: in the list it has two lines. */
function Whole({m, byId, onClose}) {
  const first = answered(m, byId);
  return html`
    <${Dialog} title=${m.from_name} onClose=${onClose}>
      <p class="quiet"><a href=${'#/agent/' + encodeURIComponent(m.from)}>${m.from}</a> · ${moment(m.ts)} · message ${m.seq}${m.msg_id ? ' · ' + m.msg_id : ''}</p>
      ${first && html`<blockquote>${first.from_name}: ${first.content}</blockquote>`}
      <pre class="whole">${mark(m)}</pre>
      ${(m.tags || []).length > 0 && html`<p>${m.tags.map(t => html`<span class="tag">${t}</span> `)}</p>`}
      <div class="buttons"><button onClick=${onClose}>Close</button></div>
    </${Dialog}>`;
}

const answered = (m, byId) => m.in_reply_to && byId.get(typeof m.in_reply_to === 'string' ? m.in_reply_to : m.in_reply_to.msg_id);

function Message({m, byId, claim, onOpen}) {
  const first = answered(m, byId);
  return html`
    <article class=${'message' + (m.from === '@server' ? ' server' : '')} title=${m.content} onDblClick=${onOpen}>
      <time datetime=${new Date(m.ts).toISOString()} title=${moment(m.ts)}>${time(m.ts)}</time>
      <b title=${m.from}>${m.cb_origin ? html`<a href=${'#/agent/' + encodeURIComponent(m.cb_origin)}>${who(m.cb_origin)}</a> (callback)` : m.from === '@server' ? m.from_name : html`<a href=${'#/agent/' + encodeURIComponent(m.from)}>${m.from_name}</a>`}</b>
      <span class="text">
        ${m.in_reply_to && html`<span class="reply">↩ ${first ? first.from_name : 'reply'}</span> `}
        ${mark(m)}
        ${claim && html` <span class="floor">${who(claim.agent)} answers</span>`}
        ${(m.tags || []).map(t => html` <span class="tag">${t}</span>`)}
      </span>
      <button class="seq" onClick=${onOpen} aria-label=${'Open message ' + m.seq}>${m.seq}</button>
    </article>`;
}

/** An older page may have come in between, and the same message by another way. */
function joined(known, more) {
  const last = known.length ? known.at(-1).seq : 0;
  return known.concat(more.filter(m => m.seq > last));
}

/** Who is about to answer what: until it has spoken there, or its time is over. */
function claims(name) {
  const floors = new Map();
  for (const e of state.feed) {
    if (e.channel !== name) continue;
    if (e.kind === 'floor.claimed') floors.set(e.detail.msg_id, e);
    else if (e.kind === 'message') for (const [id, claim] of floors) if (claim.agent === e.agent) floors.delete(id);
  }
  for (const [id, claim] of floors) if (claim.detail.until < Date.now()) floors.delete(id);
  return floors;
}

const who = id => state.names.get(id) || id;

/** What names somebody stands out. The text itself is only ever text. */
function mark(m) {
  const text = said(m);
  if (!m.mentions || !m.mentions.length) return text;
  return text.split(/(@[A-Za-z0-9_-]+)/).map((part, i) =>
    i % 2 ? html`<span class="mention">${part}</span>` : part);
}
