// Who waits for whom, and what will not end by itself: circles, waits for what can never come, tasks that nobody touches.

import {h} from '/vendor/preact.js';
import {useEffect, useMemo, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Glyph, Icon} from '/icons.js';
import {List} from '/list.js';
import {api, state} from '/live.js';
import {AgentLink, Avatar, Empty, Head, nameOf, visible} from '/parts.js';
import {inVain, learnNames, taskAddress} from '/taskstate.js';
import {age, count, moment} from '/words.js';

const html = htm.bind(h);
const ROW = 41;
const AGAIN_MILLIS = 5000;

const KINDS = {input: 'an answer', blocked: 'another task', stalled: 'any sign: nobody touched it'};

/** The agents of a circle in the order in which they wait, as far as the waits tell it. */
export function circle(agents, waits) {
  const next = new Map();
  for (const w of waits) if (agents.includes(w.waiter) && agents.includes(w.on) && !next.has(w.waiter)) next.set(w.waiter, w.on);
  const chain = [agents[0]];
  while (next.has(chain.at(-1)) && !chain.includes(next.get(chain.at(-1)))) chain.push(next.get(chain.at(-1)));
  const all = chain.length === agents.length ? chain : agents;
  return all.concat(all[0]);
}

export function Waits({now, head}) {
  const [answer, setAnswer] = useState(null);
  const [error, setError] = useState('');
  useEffect(() => {
    const load = () => document.hidden || api('/waits').then(a => { setAnswer(learnNames(a)); setError(''); }, e => setError(e.message));
    load();
    const timer = setInterval(load, AGAIN_MILLIS);
    return () => clearInterval(timer);
  }, [state.era]);
  const rows = useMemo(() => {
    if (!answer) return [];
    const {findings, waits} = answer;
    const rows = [];
    if (findings.length) rows.push({key: 'group findings', group: 'Will not end by itself', n: findings.length}, ...findings.map((f, i) => ({key: 'finding ' + i + f.kind, finding: f})));
    if (waits.length) rows.push({key: 'group waits', group: 'Waits', n: answer.total}, ...waits.map(w => ({key: [w.kind, w.task_id, w.waiter, w.on, w.blocker].join(' '), wait: w})));
    return rows;
  }, [answer]);
  const about = answer ? count(answer.total, 'wait') + (answer.findings.length ? ', ' + count(answer.findings.length, 'will not end by itself', 'will not end by themselves') : '') : '';
  return html`
    <section class="view waits" aria-label="Who waits for whom">
      <${Head} title="Who waits for whom" about=${about}>${head}</${Head}>
      ${error && html`<p class="notice error" role="alert">${error}</p>`}
      ${answer && !answer.complete && html`<p class="notice" role="status">There are more open tasks than one look reads; some waits are missing.</p>`}
      ${answer && answer.total > answer.waits.length && html`<p class="notice" role="status">The ${answer.waits.length} longest waits of ${answer.total}.</p>`}
      ${answer && rows.length === 0
        ? html`<${Empty} icon="check" title="Nobody waits for anybody">Waits for an answer, for another task, and for somebody who does not move would be here.</${Empty}>`
        : html`<div class="card table"><${List} rows=${rows} guess=${ROW} label="Waits" head=${html`<div class="list-head wait-cols"><span>Who</span><span>waits for</span><span class="c-why">because of</span><span>Task</span><span class="c-since">Since</span></div>`}
            row=${r => r.group ? html`<div class="group">${r.group} <span>${r.n}</span></div>` : r.finding ? html`<${Finding} f=${r.finding} waits=${answer.waits} titles=${answer.titles} now=${now} />` : html`<${Wait} w=${r.wait} now=${now} />`} /></div>`}
    </section>`;
}

const Name = ({id}) => html`<span class="name"><${Avatar} name=${nameOf(id)} size="s" /><${AgentLink} id=${id} /></span>`;
const TaskLink = ({id, title}) => html`<a class="cut" data-open href=${taskAddress(id)} title=${title || id}>${visible(title || 'the task')}</a>`;
const Since = ({ms, now}) => html`<time class="c-since q" datetime=${new Date(ms).toISOString()} title=${moment(ms)}>${age(now - ms)}</time>`;

const Wait = ({w, now}) => html`
  <article class="wait wait-cols" tabindex="-1">
    <${Name} id=${w.waiter} /><${Name} id=${w.on} /><span class="c-why">${KINDS[w.kind] || w.kind}</span><${TaskLink} id=${w.task_id} title=${w.title} /><${Since} ms=${w.since} now=${now} />
  </article>`;

function Finding({f, waits, titles, now}) {
  const d = f.detail;
  if (f.kind === 'cycle') {
    const tasks = d.tasks.map(id => ({id, title: titles[id] || waits.find(w => w.task_id === id)?.title}));
    return html`
      <article class="finding" tabindex="-1" data-finding="cycle">
        <${Glyph} name="lost" tone="broken" /><b class="st broken">circle</b>
        <span class="chain">${circle(d.agents, waits).map((id, i) => html`${i > 0 && html`<${Icon} name="right" />`}<${Name} id=${id} />`)}</span>
        <span class="of">${tasks.map((t, i) => html`${i > 0 && ', '}<${TaskLink} ...${t} />`)}</span><${Since} ms=${f.found_at} now=${now} />
      </article>`;
  }
  const dead = f.kind === 'dead_wait';
  return html`
    <article class="finding" tabindex="-1" data-finding=${f.kind}>
      <${Glyph} name=${dead ? 'lost' : 'limited'} tone=${dead ? 'broken' : 'waiting'} /><b class=${'st ' + (dead ? 'broken' : 'waiting')}>${dead ? 'waits in vain' : 'stalled'}</b>
      <span class="chain"><${Name} id=${d.waiter} /><${Icon} name="right" /><${Name} id=${d.on} />${dead && html`<span class="q">${visible(inVain(f, id => titles[id]))}</span>`}</span>
      <span class="of"><${TaskLink} id=${d.task} title=${d.title} /></span><${Since} ms=${d.since || f.found_at} now=${now} />
    </article>`;
}
