// A channel: its messages as people read them, who is in it, and the replies to one message.

import {h} from '/vendor/preact.js';
import {useEffect, useMemo, useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Dialog} from '/dialog.js';
import {Icon} from '/icons.js';
import {List} from '/list.js';
import {api, current, state} from '/live.js';
import {Day, Message, Moves, Replies} from '/message.js';
import {useOpened} from '/opened.js';
import {AgentLink, Avatar, Empty, Head, StateGlyph, stateOf, Time, visible} from '/parts.js';
import {repliesTo, rowsOf} from '/talk.js';
import {count} from '/words.js';

const html = htm.bind(h);
const KEPT = 2000;
const ROW = 64;

export function Channel({rest}) {
  const name = !rest ? '#general' : rest.startsWith('#') ? rest : '#' + rest;
  return html`<${Room} key=${name + (state.at !== null)} name=${name} />`;
}

function Room({name}) {
  const path = '/channels/' + encodeURIComponent(name.slice(1));
  /** Without a gap, oldest first; null until the first page is there. */
  const [messages, setMessages] = useState(null);
  const [more, setMore] = useState(true);
  const [members, setMembers] = useState([]);
  const [query, setQuery] = useState('');
  const [found, setFound] = useState(null);
  const [error, setError] = useState('');
  /** What is beside the messages: the members, or the replies to a message. */
  const [side, setSide] = useState(null);
  const [choosing, setChoosing] = useState(false);
  const opened = useOpened();
  const busy = useRef(false);
  const behind = useRef(false);
  const atEnd = useRef(true);
  const live = state.at === null;

  useEffect(() => {
    const load = () => api(path + '/members').then(a => setMembers(a.members)).catch(() => {});
    load();
    const timer = setInterval(load, 5000);
    return () => clearInterval(timer);
  }, [name]);

  /** One question at a time, and then the newest wish. */
  const wish = useRef({at: undefined, asking: false});
  useEffect(() => {
    wish.current.at = state.at;
    if (wish.current.asking) return;
    wish.current.asking = true;
    (async () => {
      try {
        while (wish.current.at !== undefined) {
          const at = wish.current.at;
          wish.current.at = undefined;
          const page = await api(path + '/messages?limit=100' + (at === null ? '' : '&until=' + Math.round(at)));
          setMessages(page.messages);
          setMore(true);
        }
      } catch (e) {
        setError(e.message);
      } finally {
        wish.current.asking = false;
      }
    })();
  }, [name, state.at]);

  state.fresh.delete(name);

  // The live feed goes on where the page that was loaded ends; both know the seq. Where the feed
  // begins later than that, what is between is asked for.
  useEffect(() => {
    if (!live || !messages || behind.current) return;
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

  const all = useMemo(() => (messages || []).map(m => current(name, m)), [messages, state.retracted.size]);
  const byId = useMemo(() => new Map(all.filter(m => m.msg_id).map(m => [m.msg_id, m])), [all]);
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

  const rows = useMemo(() => found ? found.messages.toReversed().map(m => ({key: m.seq, type: 'message', m: current(name, m), replies: []})) : rowsOf(all), [all, found]);
  const thread = side && side !== 'members' ? rows.find(r => r.type === 'message' && r.m.msg_id === side) : null;
  const openThread = m => () => setSide(m.msg_id);

  function row(r) {
    if (r.type === 'day') return html`<${Day} text=${r.text} />`;
    if (r.type === 'moves') return html`<${Moves} row=${r} ...${opened(r.key)} />`;
    if (r.type === 'replies') return html`<${Replies} row=${r} onThread=${openThread(r.root)} />`;
    return html`<${Message} m=${r.m} question=${byId.get(repliesTo(r.m))} replies=${r.replies} claim=${floors.get(r.m.msg_id)} onThread=${openThread(r.m)} ...${opened(r.key)} />`;
  }

  const first = members.slice(0, 4);
  return html`
    <section class=${'talk' + (side ? ' with-side' : '')} aria-label=${name}>
      <div class="room">
        <${Head} title=${html`<span class="no-phone">${visible(name)}</span><button class="only-phone switch" onClick=${() => setChoosing(true)}>${visible(name)}<${Icon} name="right" cls="down" /></button>`} about=${floors.size ? count(floors.size, 'floor claim') : ''}>
          <button class="btn bare members-button" aria-pressed=${side === 'members'} onClick=${() => setSide(side === 'members' ? null : 'members')}>
            <span class="avs">${first.map(m => html`<${Avatar} name=${m.name} size="s" />`)}</span>${count(members.length, 'member')}
          </button>
          <form onSubmit=${e => { e.preventDefault(); search(0); }} role="search">
            <input class="field" type="search" placeholder="Search" aria-label=${'Search in ' + name} value=${query} onInput=${e => { setQuery(e.target.value); if (!e.target.value) setFound(null); }} />
          </form>
        </${Head}>
        ${error && html`<p class="notice error" role="alert">${error}</p>`}
        ${found && html`<p class="notice" role="status">${count(found.messages.length, 'message')} found among the newest ${found.looked_at}. ${found.more_before > 1 && html`<button class="btn s" onClick=${() => search(found.more_before)}>Search further back</button>`}</p>`}
        ${rows.length === 0 && messages && !error
          ? html`<${Empty} icon="chat" title=${found ? 'Nothing found' : live ? 'Nothing was said here yet' : 'Nothing was said here by then'} />`
          : html`<${List} rows=${rows} guess=${ROW} stick=${!found} anchor onTop=${found ? null : older} onEdge=${end => { atEnd.current = end; }} label=${'Messages of ' + name} row=${row} />`}
      </div>
      ${choosing && html`<${Dialog} title="Channels" onClose=${() => setChoosing(false)}><div class="menu">${state.channels.map(c => html`<a class="btn" key=${c.name} href=${'#/channel/' + encodeURIComponent(c.name)} onClick=${() => setChoosing(false)}>${visible(c.name)}</a>`)}</div></${Dialog}>`}
      <aside aria-label=${thread ? 'Replies' : 'Members'}>
        ${thread ? html`<${Thread} row=${thread} floors=${floors} onClose=${() => setSide(null)} />` : html`<${Members} members=${members} onClose=${() => setSide(null)} />`}
      </aside>
    </section>`;
}

const SideHead = ({title, about, onClose}) => html`
  <header class="head"><h2>${title}</h2><span class="q cut">${about}</span><button class="btn bare icon side-close" onClick=${onClose} aria-label="Close"><${Icon} name="x" /></button></header>`;

/** A message with all its replies. */
function Thread({row, floors, onClose}) {
  const opened = useOpened();
  const rows = useMemo(() => [row.m, ...row.replies].map(m => ({key: m.seq, m})), [row]);
  return html`
    <${SideHead} title="Replies" about=${html`to ${visible(row.m.from_name)}, <${Time} ms=${row.m.ts} />`} onClose=${onClose} />
    <${List} rows=${rows} guess=${ROW} anchor stick label="Replies" row=${r => html`<${Message} m=${r.m === row.m ? r.m : {...r.m, in_reply_to: null}} claim=${floors.get(r.m.msg_id)} ...${opened(r.key)} />`} />`;
}

const Members = ({members, onClose}) => html`
  <${SideHead} title="Members" about=${members.length} onClose=${onClose} />
  <div class="members">
    ${members.map(m => html`
      <div key=${m.id}><${StateGlyph} word=${stateOf(state.agents.get(m.id))} /><${AgentLink} id=${m.id} name=${m.name} />${m.verified && html`<span class="q">verified</span>`}<span class="q state-word">${stateOf(state.agents.get(m.id))}</span></div>`)}
  </div>`;

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
