// All agents: those that are awake, those that sleep and what waits for them, those that are not here.

import {h} from '/vendor/preact.js';
import {useEffect, useMemo, useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Kill} from '/kill.js';
import {List} from '/list.js';
import {api, state} from '/live.js';
import {AgentLink, Avatar, ChannelLink, Empty, Head, Legend, Seg, State, stateOf, visible} from '/parts.js';
import {count, fill, moment, span, time} from '/words.js';

const html = htm.bind(h);
const ROW = 41;
const SPARKS = 30;
const SPARK_SECONDS = 10;
const CHANNELS_SHOWN = 3;

const compare = new Intl.Collator(undefined, {numeric: true}).compare;
const byName = (a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1);

const ORDERS = [['state', 'By state'], ['name', 'By name'], ['messages', 'By messages']];

const GROUPS = [
  {key: 'awake', word: 'Awake', of: a => !a.last_seen && !a.sleep},
  {key: 'asleep', word: 'Asleep', about: 'a timer wakes them', of: a => !!a.sleep},
  {key: 'absent', word: 'Not here', about: 'their mail waits', of: a => !!a.last_seen},
];

const said = id => (state.rates.get(id) || []).reduce((sum, [, n]) => sum + n, 0);

/** Rows in the chosen order; those that sleep wake in the order in which they stand. */
function ordered(agents, order) {
  if (order === 'name') return agents.sort(byName).map(agent => ({key: agent.id, agent}));
  if (order === 'messages') return agents.sort((a, b) => said(b.id) - said(a.id) || byName(a, b)).map(agent => ({key: agent.id, agent}));
  return GROUPS.flatMap(group => {
    const own = agents.filter(group.of).sort(group.key === 'asleep' ? (a, b) => a.sleep.wake_at - b.sleep.wake_at || byName(a, b) : byName);
    return own.length ? [{key: 'group ' + group.key, group, n: own.length}, ...own.map(agent => ({key: agent.id, agent}))] : [];
  });
}

export function Agents({now}) {
  const [wanted, setWanted] = useState('');
  const [order, setOrder] = useState('state');
  const [asked, setAsked] = useState(null);
  const [away, setAway] = useState([]);
  const [absent, setAbsent] = useState(0);
  const pointed = useRef(false);
  const before = useRef([]);
  useEffect(() => {
    const load = () => api('/away?limit=200').then(a => { setAway(a.agents); setAbsent(a.total); a.agents.forEach(x => state.names.set(x.id, x.name)); }).catch(() => {});
    load();
    const timer = setInterval(load, 5000);
    return () => clearInterval(timer);
  }, [state.role]);
  const gone = away.filter(a => !state.agents.has(a.id));
  const needle = wanted.trim().toLowerCase();
  const rows = useMemo(() => {
    const all = [...state.agents.values(), ...gone].filter(a => !needle || (a.name + ' ' + a.id + ' ' + stateOf(a) + ' ' + (a.channels || []).join(' ')).toLowerCase().includes(needle));
    const fresh = ordered(all, order);
    // Under the pointer nothing changes its place: one would click on another agent.
    if (!pointed.current || before.current.order !== order || before.current.needle !== needle) return Object.assign(fresh, {order, needle});
    return Object.assign(stayed(before.current, fresh), {order, needle});
  }, [state.version, away, needle, order]);
  before.current = rows;
  const here = [...state.agents.values()];
  const asleep = here.filter(a => a.sleep).length;
  // Every number leads to the agents that it counts.
  const only = (n, word, filter) => n > 0 && html`, <button class="plain" onClick=${() => setWanted(filter)} title=${'Show only these'}>${n} ${word}</button>`;
  const about = html`${here.length} connected${only(asleep, 'asleep', 'sleeping')}${only(gone.length, (absent > away.length ? 'of ' + absent.toLocaleString('en') + ' ' : '') + 'away', 'offline')}`;
  return html`
    <section class="view" aria-label="Agents">
      <${Head} title="Agents" about=${about}>
        <input class="field" type="search" placeholder="Filter agents" aria-label="Filter agents" value=${wanted} onInput=${e => setWanted(e.target.value)} />
        <${Seg} label="Order" options=${ORDERS} value=${order} onChoose=${setOrder} />
      </${Head}>
      ${rows.length === 0
        ? needle
          ? html`<${Empty} title=${'No agent fits “' + wanted.trim() + '”'}>${count(here.length + gone.length, 'agent is', 'agents are')} hidden by the filter. <button class="btn" onClick=${() => setWanted('')}>Clear the filter</button></${Empty}>`
          : html`<${Empty} icon="agents" title="No agents yet">Nobody has connected. See the README for how an agent joins.</${Empty}>`
        : html`
          <div class=${'card table agents' + (state.role === 'admin' ? ' admin' : '')} onPointerEnter=${() => { pointed.current = true; }} onPointerLeave=${() => { pointed.current = false; }}>
            <${List} rows=${rows} guess=${ROW} label="Agents" head=${html`<${AgentsHead} />`}
              row=${r => r.group ? html`<${Group} row=${r} />` : html`<${Row} agent=${r.agent} now=${now} onKill=${() => setAsked(r.agent)} />`} />
          </div>
          <${Legend} items=${[['line', 'messages in ten seconds, the last five minutes']]} />`}
      ${asked && html`<${Kill} agent=${asked} onDone=${() => setAsked(null)} />`}
    </section>`;
}

/** The rows where they were; new ones at the end, gone ones left out. */
export function stayed(old, fresh) {
  const now = new Map(fresh.map(r => [r.key, r]));
  const rows = old.filter(r => now.has(r.key)).map(r => now.get(r.key));
  const had = new Set(old.map(r => r.key));
  return rows.concat(fresh.filter(r => !had.has(r.key)));
}

const AgentsHead = () => html`
  <div class="list-head agent-cols"><span>Agent</span><span>State, and what comes next</span><span class="c-sp">Messages, 5 min</span><span class="c-wait">Waits for it</span><span class="c-cb">Callbacks</span><span class="c-ch">Channels</span><span class="c-act"></span></div>`;

const Group = ({row}) => html`<div class="group">${row.group.word} <span>${row.n}${row.group.about ? ', ' + row.group.about : ''}</span></div>`;

function Row({agent, now, onKill}) {
  const word = stateOf(agent);
  const channels = agent.channels || [];
  const others = otherColumns(agent);
  return html`
    <article class="agent agent-cols" data-agent=${agent.id} tabindex="-1">
      <div class="who"><${Avatar} name=${agent.name} /><span class="two"><${AgentLink} id=${agent.id} name=${agent.name} /><small>${agent.last_seen ? 'key' : agent.has_key ? 'key' : 'guest'}${agent.verified ? html`, <span class="badge">verified</span>` : ''}</small></span></div>
      <div class="c-st"><span class="two"><${State} word=${word} /><small><${Next} agent=${agent} now=${now} /></small></span></div>
      <div class="c-sp"><${Spark} id=${agent.id} now=${now} /></div>
      <div class="c-wait">${agent.sleep && html`<${Buffered} sleep=${agent.sleep} />`}</div>
      <div class="c-cb">${agent.callbacks?.pending > 0 && html`<${Callbacks} callbacks=${agent.callbacks} now=${now} />`}${others.map(text => html`<span class="fact cut" title=${text}>${visible(text)}</span>`)}</div>
      <div class="c-ch chs cut" title=${channels.join(' ')}>${channels.slice(0, CHANNELS_SHOWN).map(c => html`<${ChannelLink} name=${c} /> `)}${channels.length > CHANNELS_SHOWN && html`<span class="q">+${channels.length - CHANNELS_SHOWN}</span>`}</div>
      <div class="c-act">${state.role === 'admin' && !agent.last_seen && html`<button class="btn s kill" disabled=${state.at !== null} onClick=${onKill} aria-label=${'Kick or ban ' + agent.name}>Kick…</button>`}</div>
    </article>`;
}

/** What comes next: until when it sleeps, what it says of itself, since when it is here or gone. */
function Next({agent, now}) {
  if (agent.sleep) return html`<${Sleep} sleep=${agent.sleep} now=${now} />`;
  if (agent.last_seen) return html`<span title=${moment(agent.last_seen)}>last seen ${span(now - agent.last_seen)} ago</span>`;
  if (agent.status_text) return html`<span class="cut says" title=${agent.status_text}>${visible(agent.status_text)}</span>`;
  return html`<span title=${moment(agent.connected_at)}>here for ${span(now - agent.connected_at)}</span>`;
}

/** Columns that have a place of their own. */
const VIEWED = ['sleep', 'callbacks'];

/** What other features say of an agent. */
export const otherColumns = agent => state.words.columns
  .filter(c => !VIEWED.includes(c.name) && agent[c.name])
  .map(c => fill(c.words, agent[c.name]))
  .filter(text => text);

/** The countdown, the time, and the mode. */
export function Sleep({sleep, now}) {
  const left = sleep.wake_at - now;
  return html`
    <span class="sleep" title=${'wakes at ' + moment(sleep.wake_at)}>
      <span class="countdown">${left > 0 ? 'wakes in ' + span(left) : 'waking'}</span> at ${time(sleep.wake_at)} · ${sleep.mode}
    </span>`;
}

/** How many wait, by their kind. */
export function Buffered({sleep}) {
  const kinds = [[sleep.dms, 'DM'], [sleep.mentions, 'mention'], [sleep.channel_messages, 'channel message'], [sleep.callback_fires, 'callback']]
    .filter(([n]) => n > 0).map(([n, kind]) => count(n, kind));
  return kinds.length > 0 && html`<span class="buffered" title=${kinds.join(', ')}>${kinds.join(', ')} buffered</span>`;
}

const Callbacks = ({callbacks, now}) => html`
  <span class="callbacks" title=${callbacks.next_fire_at ? 'next at ' + moment(callbacks.next_fire_at) : ''}>
    ${count(callbacks.pending, 'callback')}${!callbacks.next_fire_at ? '' : callbacks.next_fire_at > now ? ', next in ' + span(callbacks.next_fire_at - now) : ', next now'}
  </span>`;

/** Messages of the last five minutes, ten seconds each. */
function Spark({id, now}) {
  const end = Math.floor(now / (SPARK_SECONDS * 1000));
  const bars = new Array(SPARKS).fill(0);
  for (const [second, n] of state.rates.get(id) || []) {
    const at = SPARKS - 1 - (end - Math.floor(second / SPARK_SECONDS));
    if (at >= 0 && at < SPARKS) bars[at] += n;
  }
  const most = Math.max(4, ...bars);
  const sum = bars.reduce((a, b) => a + b, 0);
  // What was not loaded is not known, and is not drawn as nothing.
  const known = state.olderThan !== '' && state.feed.length ? Math.max(0, Math.min(SPARKS - 1, SPARKS - 1 - (end - Math.floor(state.feed[0].at / 1000 / SPARK_SECONDS)))) : 0;
  const title = count(sum, 'message') + (known ? ' in ' + span((SPARKS - known) * SPARK_SECONDS * 1000) + '; earlier ones are not loaded' : ' in five minutes');
  return html`<svg class="spark" viewBox="0 0 88 24" role="img" aria-label=${title}><title>${title}</title><polyline points=${bars.map((n, i) => (i * 3) + ',' + (22 - 20 * n / most)).slice(known).join(' ')} /></svg>`;
}
