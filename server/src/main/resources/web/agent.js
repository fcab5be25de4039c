// One agent: how it is, what it waits for, what it did.

import {h} from '/vendor/preact.js';
import {useEffect, useMemo, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {otherColumns, Sleep} from '/agents.js';
import {Entry, ENTRY_HEIGHT} from '/entry.js';
import {Kill} from '/kill.js';
import {List} from '/list.js';
import {api, state} from '/live.js';
import {count, fill, moment, span, time} from '/words.js';

const html = htm.bind(h);

/** Lists that have no view of their own here, as the words of their features say them. */
const otherLists = agent => state.words.lists
  .filter(l => l.name !== 'pending' && (agent[l.name] || []).length)
  .map(l => ({title: l.title, items: agent[l.name].map(item => fill(l.words, item))}));

export function Agent({id, now}) {
  const [agent, setAgent] = useState(null);
  const [past, setPast] = useState([]);
  const [error, setError] = useState('');
  const [killing, setKilling] = useState(false);
  const path = '/agents/' + encodeURIComponent(id);

  useEffect(() => {
    const load = () => api(path).then(a => { setAgent(a); setError(''); }, e => setError(e.message));
    load();
    const timer = setInterval(load, 2000);
    return () => clearInterval(timer);
  }, [id, state.role]);
  useEffect(() => {
    api('/events?limit=200&agent=' + encodeURIComponent(id)).then(a => setPast(a.events), () => {});
  }, [id, state.role]);

  const rows = useMemo(() => {
    const have = new Set(past.map(e => e.id));
    const newer = state.feed.slice(state.feed.findLastIndex(e => have.has(e.id)) + 1);
    return past.concat(newer.filter(e => e.agent === id)).map(e => ({key: e.id, entry: e}));
  }, [past, state.version, id]);

  if (!agent) return html`<p class=${error ? 'empty error' : 'empty'} role=${error ? 'alert' : null}>${error || 'Loading…'}</p>`;
  // What the feed tells is fresher than what was asked for.
  const live = state.agents.get(id);
  const sleep = live ? live.sleep : null;
  const word = live ? (sleep ? 'sleeping' : live.presence) : 'offline';
  return html`
    <section class="view" aria-label=${agent.name}>
      <div class="bar wrap">
        <a href="#/agents" aria-label="All agents">‹ Agents</a>
        <span class=${'dot ' + word} aria-hidden="true"></span>
        <h1>${agent.name}</h1>
        ${agent.verified && html`<span class="badge">✓ verified</span>`}
        <span class="id">${id}</span>
        <span class="presence quiet">${word}${agent.status_text ? ' · ' + agent.status_text : ''}</span>
        <span class="quiet">${live ? 'since ' + moment(live.connected_at) : agent.last_seen ? 'last seen ' + moment(agent.last_seen) : ''}</span>
        ${sleep && html`<${Sleep} sleep=${sleep} now=${now} />`}
        ${state.role === 'admin' && live && html`<button class="kill" onClick=${() => setKilling(true)}>Kick…</button>`}
      </div>
      ${(agent.channels || []).length > 0 && html`
        <p class="facts">In ${agent.channels.map(c => html` <a href=${'#/channel/' + encodeURIComponent(c)}>${c}</a>`)}</p>`}
      <h2 class="facts">${agent.pending.length ? count(agent.pending.length, 'callback') + ' pending' : 'No callback pending'}</h2>
      ${agent.pending.length > 0 && html`
        <ol class="pending">
          ${agent.pending.map((c, i) => html`
            <li key=${c.id || i}>
              <span class="countdown">${c.fire_at > now ? 'in ' + span(c.fire_at - now) : 'now'}</span>
              <time datetime=${new Date(c.fire_at).toISOString()} title=${moment(c.fire_at)}>${time(c.fire_at)}</time>
              <span class="quiet">${c.durable ? 'durable' : ''}${c.channel ? ' to ' + c.channel : ''}</span>
              <span class="text" title=${c.payload || ''}>${c.payload ?? html`<span class="quiet">${state.role === 'admin' ? '' : 'its text is for administrators'}</span>`}</span>
            </li>`)}
        </ol>`}
      ${otherColumns(live || agent).map(text => html`<p class="facts">${text}</p>`)}
      ${otherLists(agent).map(list => html`
        <h2 class="facts">${list.title}</h2>
        <ul class="pending">${list.items.map((text, i) => html`<li key=${i}><span class="text">${text}</span></li>`)}</ul>`)}
      <h2 class="facts">What it did</h2>
      ${rows.length === 0
        ? html`<p class="empty">Nothing that is still stored.</p>`
        : html`<${List} rows=${rows} height=${ENTRY_HEIGHT} stick anchor label=${'What ' + agent.name + ' did'} row=${r => html`<${Entry} e=${r.entry} />`} />`}
      ${killing && html`<${Kill} agent=${live || agent} onDone=${() => setKilling(false)} />`}
    </section>`;
}
