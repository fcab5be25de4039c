// What needs a person, and what one can do about it. Nothing here is chosen before, and no key does it.

import {h} from '/vendor/preact.js';
import {useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Icon} from '/icons.js';
import {api, state} from '/live.js';
import {nameOf, visible} from '/parts.js';
import {seatAddress} from '/seatstate.js';
import {taskAddress} from '/taskstate.js';
import {ago, count, moment, time} from '/words.js';

const html = htm.bind(h);

/** How long an order may take until the list says again what is open. */
const ORDERED_MILLIS = 15_000;

export const Part = ({id, title, n, children}) => html`<section class="card" id=${'m-' + id} tabindex="-1" aria-label=${title}><header><h2>${title}</h2>${n !== undefined && html`<span class="n">${n}</span>`}</header>${children}</section>`;

/** The words of the server, with the agents and tasks in them as links. */
export function linked(text) {
  return text.split(/(@[0-9a-z]{6,}|(?:[Tt]ask )?task_[0-9A-Za-z_-]+)/).map((part, i) => i % 2 === 0 ? visible(part)
    : part.startsWith('@') ? html`<a href=${seatAddress(part)} title=${part}>${visible(nameOf(part))}</a>` : html`<a href=${taskAddress(part.replace(/^task /i, ''))} title=${part}>${part.startsWith('T') ? 'A task' : 'a task'}</a>`);
}

/** The orders by the word of the server: on the button, and once it is given. */
const ORDERS = {
  resume: ['Start again', 'It is being started.'],
  bench: ['Set the seat aside', 'The seat is set aside.'],
  wake: ['Wake it now', 'It was asked to wake.'],
  open_gate: ['Open the gate', 'The gate is open.'],
  later: ['Not for 8 hours', 'It comes back in 8 hours.'],
};

const LINKS = {task: ['Open the task', taskAddress], seat: ['Open the seat', seatAddress]};

export function Needs({m, now, onDone}) {
  /** The orders that were given and whose effect is not seen yet, by the key of the need. */
  const [given, setGiven] = useState({});
  const [error, setError] = useState('');
  if (!m.needs) {
    const open = m.lanes.filter(s => s.group === 'person').length;
    return html`<${Part} id="needs" title="Needs a person" n=${open}><p class="pad q">${open ? count(open, 'seat does', 'seats do') + ' not go on without a person. ' : 'All seats go on by themselves. '}Administrators see what it is.</p></${Part}>`;
  }
  async function order(need, action) {
    const mark = word => setGiven(all => ({...all, [need.key]: word}));
    mark('busy');
    setError('');
    try {
      await api('/needs/act', {key: need.key, action});
      mark(action);
    } catch (e) {
      mark(undefined);
      setError(e.message);
    }
    onDone();
    setTimeout(() => { mark(undefined); onDone(); }, ORDERED_MILLIS);
  }
  const actions = need => given[need.key] && given[need.key] !== 'busy'
    ? html`<span class="q" role="status">${ORDERS[given[need.key]][1]}</span>`
    : need.actions.map(word => LINKS[word]
      ? html`<a key=${word} class="btn s" href=${LINKS[word][1](need.subject)}>${LINKS[word][0]}</a>`
      : ORDERS[word] && html`<button key=${word} class="btn s" disabled=${state.at !== null || given[need.key] === 'busy'} onClick=${() => order(need, word)}>${ORDERS[word][0]}</button>`);
  return html`
    <${Part} id="needs" title="Needs you" n=${m.needs.length}>
      ${error && html`<p class="pad error" role="alert">${error}</p>`}
      ${m.needs.length === 0 ? html`<p class="pad q">Nothing. All that can go on goes on by itself.</p>` : html`
        <ul class="needs">${m.needs.map(need => html`
          <li key=${need.key} data-row tabindex="-1"><${Icon} name="alert" /><span class="two"><span>${linked(need.what)}</span><small>${need.since ? html`<time title=${moment(need.since)}>since ${time(need.since).slice(0, 5)}, ${ago(now - need.since)}</time>` : 'since when is not known'}</small></span><div class="acts">${actions(need)}</div></li>`)}</ul>`}
    </${Part}>`;
}
