// One agent: how it is, what it waits for, what it did.

import {h} from '/vendor/preact.js';
import {useEffect, useMemo, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Buffered, otherColumns, Sleep} from '/agents.js';
import {ENTRY_HEIGHT, EntryHead, EntryRow, entryRows} from '/entry.js';
import {Icon} from '/icons.js';
import {Kill} from '/kill.js';
import {List} from '/list.js';
import {api, state} from '/live.js';
import {useOpened} from '/opened.js';
import {Avatar, ChannelLink, Empty, Head, State, stateOf, Time, visible} from '/parts.js';
import {taskAddress, TaskState} from '/taskstate.js';
import {fill, moment, span} from '/words.js';

const html = htm.bind(h);

/** Lists that have no place of their own here, as the words of their features say them. */
const otherLists = agent => state.words.lists
  .filter(l => l.name !== 'pending' && (agent[l.name] || []).length)
  .map(l => ({title: l.title, items: agent[l.name].map(item => ({text: fill(l.words, item), item}))}));

const Card = ({title, n, children}) => html`<section class="card"><header><h2>${title}</h2>${n !== undefined && html`<span class="n">${n}</span>`}</header>${children}</section>`;

export function Agent({rest: id, now}) {
  const [agent, setAgent] = useState(null);
  const [past, setPast] = useState([]);
  const [error, setError] = useState('');
  const [killing, setKilling] = useState(false);
  const opened = useOpened();
  const path = '/agents/' + encodeURIComponent(id);

  useEffect(() => {
    const load = () => api(path).then(a => { setAgent(a); setError(''); }, e => setError(e.message));
    load();
    const timer = setInterval(load, 2000);
    return () => clearInterval(timer);
  }, [id, state.role]);
  useEffect(() => {
    api('/events?limit=200&agent=' + encodeURIComponent(id) + (state.at === null ? '' : '&until=' + Math.round(state.at))).then(a => setPast(a.events), () => {});
  }, [id, state.role, state.at]);

  const rows = useMemo(() => {
    const have = new Set(past.map(e => e.id));
    const newer = state.at === null ? state.feed.slice(state.feed.findLastIndex(e => have.has(e.id)) + 1) : [];
    return entryRows(past.concat(newer.filter(e => e.agent === id)), false, null);
  }, [past, state.at === null && state.version, id]);

  if (!agent) {
    return html`<section class="view" aria-label="Agent"><${Head} title="Agent" />${error ? html`<${Empty} icon="agents" title="No such agent"><span class="error" role="alert">${error}</span></${Empty}>` : html`<p class="boot">Loading…</p>`}</section>`;
  }
  // What the feed tells is fresher than what was asked for.
  const live = state.agents.get(id);
  const sleep = live ? live.sleep : null;
  return html`
    <section class="view" aria-label=${agent.name}>
      <${Head} title=${html`<span class="crumb"><a href="#/agents">Agents</a> / </span>${visible(agent.name)}`} />
      <div class="body columns">
        <div class="idhead">
          <${Avatar} name=${agent.name} size="l" />
          <div class="two">
            <span class="nm">${visible(agent.name)} <${State} word=${stateOf(live)} /></span>
            <small><span class="id">${id}</span> · ${agent.last_seen || agent.has_key ? 'key' : 'guest'}${agent.verified ? html` · <span class="badge">verified</span>` : ''}${agent.status_text ? html` · ${visible(agent.status_text)}` : ''} · ${live ? html`<span title=${moment(live.connected_at)}>here for ${span(now - live.connected_at)}</span>` : agent.last_seen ? html`<span title=${moment(agent.last_seen)}>last seen ${span(now - agent.last_seen)} ago</span>` : ''}</small>
            ${sleep && html`<small><${Sleep} sleep=${sleep} now=${now} /> <${Buffered} sleep=${sleep} /></small>`}
          </div>
          <div class="acts">${state.role === 'admin' && live && html`<button class="btn bad kill" disabled=${state.at !== null} onClick=${() => setKilling(true)}>Kick…</button>`}</div>
        </div>
        <div class="cols">
          <section class="card did" aria-label="What it did">
            <header><h2>What it did</h2></header>
            ${rows.length === 0
              ? html`<${Empty} icon="pulse" title="Nothing yet">Nothing that is still stored.</${Empty}>`
              : html`<${List} rows=${rows} guess=${ENTRY_HEIGHT} head=${html`<${EntryHead} />`} stick=${state.at === null} anchor label=${'What ' + agent.name + ' did'} row=${r => html`<${EntryRow} row=${r} ...${opened(r.key)} />`} />`}
          </section>
          <div class="stack">
            <${Card} title="Callbacks" n=${agent.pending.length}>
              ${agent.pending.length === 0 ? html`<p class="pad q">No callback pending</p>` : html`<${Pending} agent=${agent} now=${now} />`}
            </${Card}>
            <${Card} title="Channels" n=${(agent.channels || []).length}>
              <p class="pad chs">${(agent.channels || []).length ? agent.channels.map(c => html`<${ChannelLink} name=${c} /> `) : html`<span class="q">In no channel that you may see</span>`}</p>
            </${Card}>
            ${otherColumns(live || agent).map(text => html`<p class="card pad">${visible(text)}</p>`)}
            ${otherLists(agent).map(list => html`
              <${Card} title=${list.title} n=${list.items.length}><ul class="rows">${list.items.map(({text, item}, i) => html`<li key=${i}>${item.task_id ? html`<${TaskLine} task=${item} />` : html`<span class="text">${visible(text)}</span>`}</li>`)}</ul></${Card}>`)}
          </div>
        </div>
      </div>
      ${killing && html`<${Kill} agent=${live || agent} onDone=${() => setKilling(false)} />`}
    </section>`;
}

const TaskLine = ({task}) => html`<span class="task-line"><a class="cut" href=${taskAddress(task.task_id)} title=${task.title}>${visible(task.title)}</a><${TaskState} name=${task.state} /></span>`;

const Pending = ({agent, now}) => html`
  <div class="rows pending">
    <div class="list-head"><span>Due</span><span>At</span><span>What it says</span></div>
    ${agent.pending.map((c, i) => html`
      <div class="one" key=${c.id || i}>
        <span class="countdown">${c.fire_at > now ? 'in ' + span(c.fire_at - now) : 'now'}</span>
        <${Time} ms=${c.fire_at} />
        <span class="text">${c.durable ? html`<${Icon} name="lock" /><span class="sr">durable</span>` : ''}${c.channel ? html`<span class="q">to ${visible(c.channel)}</span> ` : ''}${c.payload !== undefined && c.payload !== null ? visible(c.payload) : html`<span class="q">${state.role === 'admin' ? '' : 'its text is for administrators'}</span>`}</span>
      </div>`)}
  </div>`;
