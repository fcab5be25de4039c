import {h} from '/vendor/preact.js';
import {useEffect, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Kill} from '/kill.js';
import {List} from '/list.js';
import {api, state} from '/live.js';
import {count, fill, moment, span, time} from '/words.js';

const html = htm.bind(h);
const ROW = 76;

export function Agents({now}) {
  const [wanted, setWanted] = useState('');
  const [asked, setAsked] = useState(null);
  const [away, setAway] = useState([]);
  useEffect(() => {
    const load = () => api('/away?limit=200').then(a => { setAway(a.agents); a.agents.forEach(x => state.names.set(x.id, x.name)); }).catch(() => {});
    load();
    const timer = setInterval(load, 5000);
    return () => clearInterval(timer);
  }, [state.role]);
  const gone = away.filter(a => !state.agents.has(a.id));
  const needle = wanted.trim().toLowerCase();
  const fits = a => !needle || (a.name + ' ' + a.id + ' ' + a.presence).toLowerCase().includes(needle);
  const rows = [...state.agents.values()]
    .filter(fits)
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
    .concat(gone.filter(fits))
    .map(a => ({key: a.id, agent: a}));
  const asleep = [...state.agents.values()].filter(a => a.sleep).length;
  return html`
    <section class="view" aria-label="Agents">
      <div class="bar">
        <h1>${count(state.agents.size, 'agent')}</h1>
        <span class="quiet">${state.agents.size === 0 ? '' : asleep ? asleep + ' asleep' : 'all awake'}${gone.length ? (state.agents.size ? ', ' : '') + gone.length + ' away' : ''}</span>
        <input type="search" placeholder="Find an agent" aria-label="Find an agent" value=${wanted} onInput=${e => setWanted(e.target.value)} />
      </div>
      ${rows.length === 0
        ? html`<p class="empty">${needle ? 'No agent has that name.' : 'Nobody is connected yet. See the README for how an agent joins.'}</p>`
        : html`<${List} rows=${rows} height=${ROW} label="Agents" row=${r => html`<${Row} agent=${r.agent} now=${now} onKill=${() => setAsked(r.agent)} />`} />`}
      ${asked && html`<${Kill} agent=${asked} onDone=${() => setAsked(null)} />`}
    </section>`;
}

/** Who sleeps comes first: that is what one looks for. */
const rank = a => a.sleep ? 0 : 1;

function Row({agent, now, onKill}) {
  const word = agent.sleep ? 'sleeping' : agent.presence;
  const channels = agent.channels || [];
  return html`
    <article class="agent" data-agent=${agent.id}>
      <span class=${'dot ' + word} aria-hidden="true"></span>
      <div class="who">
        <b><a href=${'#/agent/' + encodeURIComponent(agent.id)}>${agent.name}</a></b>${' '}
        ${agent.verified && html`<span class="badge" title="verified">✓ verified</span>`}
        <span class="id">${agent.id}</span>
        <div class="quiet">
          <span class="presence">${word}</span>${agent.status_text && ' · ' + agent.status_text}
          ${agent.last_seen && ' · last seen ' + moment(agent.last_seen)}
          ${channels.slice(0, 4).map(c => html` <a href=${'#/channel/' + encodeURIComponent(c)}>${c}</a>`)}
          ${channels.length > 4 && ' +' + (channels.length - 4)}
        </div>
      </div>
      <div class="rest">
        ${agent.sleep && html`<${Sleep} sleep=${agent.sleep} now=${now} />`}
        ${agent.callbacks.pending > 0 && html`
          <span class="callbacks" title=${agent.callbacks.next_fire_at ? 'next at ' + moment(agent.callbacks.next_fire_at) : ''}>
            ${count(agent.callbacks.pending, 'callback')}${!agent.callbacks.next_fire_at ? '' : agent.callbacks.next_fire_at > now ? ', next in ' + span(agent.callbacks.next_fire_at - now) : ', next now'}
          </span>`}
        ${otherColumns(agent).map(text => html`<span class="fact">${text}</span>`)}
      </div>
      <${Spark} id=${agent.id} now=${now} />
      ${state.role === 'admin' && !agent.last_seen
        ? html`<button class="kill" onClick=${onKill} aria-label=${'Kick or ban ' + agent.name}>Kick…</button>`
        : html`<span></span>`}
    </article>`;
}

/** Columns that have a view of their own. */
const VIEWED = ['sleep', 'callbacks'];

/** What other features say of an agent. */
export const otherColumns = agent => state.words.columns
  .filter(c => !VIEWED.includes(c.name) && agent[c.name])
  .map(c => fill(c.words, agent[c.name]))
  .filter(text => text);

/** The indicator, the countdown, the absolute time, the mode, and how many wait. */
export function Sleep({sleep, now}) {
  const left = sleep.wake_at - now;
  const kinds = [[sleep.dms, 'DM'], [sleep.mentions, 'mention'], [sleep.channel_messages, 'channel message'], [sleep.callback_fires, 'callback']]
    .filter(([n]) => n > 0).map(([n, kind]) => count(n, kind));
  return html`
    <span class="sleep" title=${'wakes at ' + moment(sleep.wake_at)}>
      <span class="zzz" aria-hidden="true">z<sup>z</sup></span>
      <span class="countdown">${left > 0 ? 'wakes in ' + span(left) : 'waking'}</span>
      <span class="quiet">at ${time(sleep.wake_at)} · ${sleep.mode}</span>
      ${kinds.length > 0 && html`<span class="buffered" title=${kinds.join(', ')}>${kinds.join(', ')}<span class="word"> buffered</span></span>`}
    </span>`;
}

/** Messages of the last five minutes, ten seconds each. */
function Spark({id, now}) {
  const rates = state.rates.get(id) || [];
  const end = Math.floor(now / 10_000);
  const bars = new Array(30).fill(0);
  for (const [second, n] of rates) {
    const at = 29 - (end - Math.floor(second / 10));
    if (at >= 0 && at < 30) bars[at] += n;
  }
  const most = Math.max(4, ...bars);
  const points = bars.map((n, i) => (i * 3) + ',' + (22 - 20 * n / most)).join(' ');
  const sum = bars.reduce((a, b) => a + b, 0);
  return html`<svg class="spark" viewBox="0 0 88 24" role="img" aria-label=${count(sum, 'message') + ' in five minutes'}><polyline points=${points} /></svg>`;
}
