import {h} from '/vendor/preact.js';
import {useEffect, useMemo, useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Past} from '/banner.js';
import {actor, ENTRY_HEIGHT, EntryHead, EntryRow, entryRows} from '/entry.js';
import {List} from '/list.js';
import {api, look, older, state} from '/live.js';
import {useOpened} from '/opened.js';
import {Empty, Head} from '/parts.js';
import {moment} from '/words.js';

const html = htm.bind(h);
const PAGE = 300;
/** How many pages are looked through for what is rare, before one is asked whether to go on. */
const ROUNDS = 10;
/** Fewer entries than this leave a screen empty. */
const ENOUGH = 60;

/** Those of whose names or ids a part was typed, for the server, which takes whole ones. */
function ids(text) {
  const found = [];
  for (const [id, name] of state.names) if ((name + ' ' + id).toLowerCase().includes(text)) found.push(id);
  return found.slice(0, 50).join(',') || text;
}

async function channels(text) {
  const known = (await api('/channels')).channels.map(c => c.name);
  return known.filter(name => name.toLowerCase().includes(text)).slice(0, 50).join(',') || text;
}

/**
 * Entries that fit the filter, from the store: before a place, after it, or until a moment. Resolves
 * to them and to how far was looked.
 */
async function stored(filter, place) {
  const asked = new URLSearchParams({limit: PAGE, ...place});
  if (filter.kind) asked.set('kind', filter.kind);
  if (filter.agent) asked.set('agent', ids(filter.agent));
  if (filter.channel) asked.set('channel', await channels(filter.channel));
  return api('/events?' + asked);
}

/** The entries around a place: those before it, and those from it on. */
async function around(place) {
  const a = await stored({}, {before: place});
  const b = await stored({}, {after: a.events.length ? a.events.at(-1).id : 'start'});
  return {...a, events: a.events.concat(b.events)};
}

function fits(e, filter, kinds) {
  return (!kinds || kinds.some(k => e.kind === k || e.kind.startsWith(k + '.')))
    && (!filter.agent || (actor(e) + ' ' + (e.agent || '')).toLowerCase().includes(filter.agent))
    && (!filter.channel || (e.channel || '').toLowerCase().includes(filter.channel));
}

export function Activity({rest: at}) {
  const [kind, setKind] = useState('');
  const [agent, setAgent] = useState('');
  const [channel, setChannel] = useState('');
  const filter = useMemo(() => ({kind, agent: agent.trim().toLowerCase(), channel: channel.trim().toLowerCase()}), [kind, agent, channel]);
  const filtered = !!(filter.kind || filter.agent || filter.channel);
  // Anything else in the address was never given out as a place.
  const wantedId = /^[\w-]{1,100}$/.test(at) ? at : '';

  /** What the feed was when it was paused. */
  const [held, setHeld] = useState(null);
  /** A stretch of the past: its entries, and whether there are more on either side. */
  const [past, setPast] = useState(null);
  /** What fits a filter and is older than the feed that is loaded; of another filter it is nothing. */
  const [looked, setLooked] = useState(null);
  const back = looked && looked.filter === filter ? looked : null;
  const [missing, setMissing] = useState(false);
  const busy = useRef(false);

  async function alone(what) {
    if (busy.current) return;
    busy.current = true;
    try {
      await what();
    } catch { /* the page says that it has no connection */ } finally {
      busy.current = false;
    }
  }

  useEffect(() => {
    setMissing(false);
    if (!wantedId && state.at !== null) return;
    if (!wantedId || state.feed.some(e => e.id === wantedId)) { setPast(null); return; }
    around(wantedId).then(a => {
      setPast({events: a.events, top: a.more ? a.looked_to : '', end: false});
      setMissing(!a.events.some(e => e.id === wantedId));
    }).catch(e => { if (e.status === 400) setMissing(true); });
  }, [wantedId]);

  const show = past && past.chosen ? past.chosen : wantedId || null;
  const source = past ? past.events : held || state.feed;
  const rows = useMemo(() => {
    const kinds = filter.kind ? filter.kind.split(',') : null;
    const shown = filtered ? source.filter(e => fits(e, filter, kinds)) : source;
    const have = new Set(back && !past ? shown.map(e => e.id) : []);
    const before = back && !past ? back.events.filter(e => !have.has(e.id)) : [];
    // Those who ask for one kind want to see each of it.
    return entryRows(before.concat(shown), !!filter.kind, show);
  }, [source, source === state.feed ? state.version : 0, filter, back, past, show]);

  // A filter looks through the store too: what is rare is not in what is loaded.
  const rare = filtered && !past && rows.length < ENOUGH;
  const looking = rare && !(back && (back.top === '' || back.rounds >= ROUNDS));
  useEffect(() => {
    if (looking) further(back ? back.rounds + 1 : 1);
  }, [rare, filter, looked, state.olderThan === null]);

  function further(rounds) {
    return alone(async () => {
      const from = back ? back.top : state.feed.length ? state.feed[0].id : state.olderThan;
      if (from === null) return; // the page has only begun
      const a = from ? await stored(filter, {before: from}) : {events: [], more: false};
      setLooked({filter, events: a.events.concat(back ? back.events : []), top: a.more ? a.looked_to : '', rounds, at: a.events.length ? a.events[0].at : back && back.at});
    });
  }

  function above() {
    if (past) {
      if (past.top) alone(async () => {
        const a = await stored(filter, {before: past.top});
        setPast(p => p && {...p, events: a.events.concat(p.events), top: a.more ? a.looked_to : ''});
      });
    } else if (filtered) {
      if (!back || back.top) further(1);
    } else if (!held) older();
  }

  function below() {
    if (!past || past.end || !past.events.length) return;
    alone(async () => {
      const a = await stored(filter, {after: past.events.at(-1).id});
      setPast(p => p && {...p, events: p.events.concat(a.events), end: a.events.length === 0});
    });
  }

  /** One question at a time, and then the newest wish. */
  const wish = useRef({ms: null, asking: false});
  async function scrub(ms) {
    wish.current.ms = ms;
    if (wish.current.asking) return;
    wish.current.asking = true;
    try {
      while (wish.current.ms !== null) {
        const at = Math.round(wish.current.ms);
        wish.current.ms = null;
        const a = await stored(filter, {until: at});
        const chosen = a.events.length ? a.events.at(-1).id : '';
        // What came next too, so that the moment is in the middle.
        const b = chosen ? await stored(filter, {after: chosen}) : {events: []};
        setMissing(false);
        setPast({events: a.events.concat(b.events), top: a.more ? a.looked_to : '', end: false, chosen});
      }
    } catch { /* the page says that it has no connection */ } finally {
      wish.current.asking = false;
    }
  }

  // The time bar moves the whole page; this view with it.
  useEffect(() => {
    if (state.at !== null) scrub(state.at);
    else if (!wantedId) setPast(null);
  }, [state.at, filter]);

  const live = !held && !past;
  const linked = past && state.at === null && past.events.find(e => e.id === wantedId);
  const opened = useOpened();
  return html`
    <section class="view" aria-label="Activity">
      ${past && state.at === null && html`<${Past} at=${linked ? linked.at : past.events.at(-1)?.at ?? Date.now()} onBack=${() => { setPast(null); setHeld(null); look(null); location.hash = '#/activity'; }} />`}
      <${Head} title="Activity" about=${live ? 'everything as it happens' : past ? 'the past' : 'paused'}>
        <select class="field" aria-label="Kind" value=${kind} onChange=${e => setKind(e.target.value)}>
          ${[['', 'everything'], ...state.words.groups.map(g => [g.kinds.join(','), g.name])].map(([value, word]) => html`<option value=${value}>${word}</option>`)}
        </select>
        <input class="field" aria-label="Agent" placeholder="Agent" value=${agent} onInput=${e => setAgent(e.target.value)} />
        <input class="field" aria-label="Channel" placeholder="Channel" value=${channel} onInput=${e => setChannel(e.target.value)} />
        ${!past && html`<button class="btn" onClick=${() => setHeld(held ? null : state.feed.slice())} aria-pressed=${!!held}>${held ? 'Go on' : 'Pause'}</button>`}
      </${Head}>
      ${missing && html`<p class="notice" role="status">Entry ${wantedId} is not stored any more, or not for you to see. This is what happened around it.</p>`}
      ${rare && back && back.top && back.rounds >= ROUNDS && html`
        <p class="notice" role="status">Looked back to ${back.at ? moment(back.at) : 'entry ' + back.top}. <button class="btn s" onClick=${() => setLooked(b => ({...b, rounds: 0}))}>Look further back</button></p>`}
      ${rows.length === 0
        ? html`<${Empty} icon="pulse" title=${looking ? 'Looking…' : filtered ? 'Nothing of that kind' : 'Nothing happened yet'}>${filtered && !looking ? 'Nothing that is stored fits the filter.' : ''}</${Empty}>`
        : html`<div class="card table"><${List} rows=${rows} guess=${ENTRY_HEIGHT} head=${html`<${EntryHead} />`} stick=${live} anchor show=${show} onEdge=${end => { state.reading = !end; }} onTop=${above} onEnd=${past ? below : null} label="What happened"
            row=${r => html`<${EntryRow} row=${r} marked=${r.key === show} ...${opened(r.key)} />`} /></div>`}
    </section>`;
}
