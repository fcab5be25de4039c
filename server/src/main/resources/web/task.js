// One task: what is asked, who has it, what it waits for, and its trail.

import {h} from '/vendor/preact.js';
import {useEffect, useMemo, useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {List} from '/list.js';
import {api, state} from '/live.js';
import {useOpened} from '/opened.js';
import {AgentLink, Ago, Avatar, ChannelLink, Empty, Head, nameOf, Time, visible} from '/parts.js';
import {Code, Prose} from '/prose.js';
import {Labels, learnNames, StateMark, stateWord, taskAddress, TaskPriority, TaskState} from '/taskstate.js';
import {ago, count, moment, span} from '/words.js';

const html = htm.bind(h);
const AGAIN_MILLIS = 10_000;
const PAUSE_MILLIS = 300;
const ROW = 56;

/** The task and its whole trail, page by page; what is known is not asked for again. */
function useTask(id) {
  const [task, setTask] = useState(null);
  const [error, setError] = useState('');
  const rows = useRef([]);
  const seen = useRef(state.feed.at(-1)?.id);
  const busy = useRef({asking: false, again: false});

  async function load() {
    if (busy.current.asking) { busy.current.again = true; return; }
    busy.current.asking = true;
    try {
      do {
        busy.current.again = false;
        let page;
        do {
          const after = rows.current.at(-1)?.seq || 0;
          page = learnNames(await api('/tasks/' + encodeURIComponent(id) + '?after=' + after));
          rows.current = rows.current.concat(page.log.filter(r => r.seq > after));
        } while (page.more && page.log.length);
        setTask({...page, log: rows.current});
        setError('');
      } while (busy.current.again);
    } catch (e) {
      setError(e.message);
    } finally {
      busy.current.asking = false;
    }
  }

  useEffect(() => {
    load();
    const timer = setInterval(() => document.hidden || load(), AGAIN_MILLIS);
    return () => clearInterval(timer);
  }, [id, state.role]);

  useEffect(() => {
    const from = state.feed.findLastIndex(e => e.id === seen.current) + 1;
    seen.current = state.feed.at(-1)?.id;
    if (state.feed.slice(from).some(e => e.kind.startsWith('task.') && e.detail.task === id)) setTimeout(load, PAUSE_MILLIS);
  }, [state.version]);
  return {task, error};
}

export function Task({rest: id, now}) {
  const {task, error} = useTask(id);
  const opened = useOpened();
  const rows = useMemo(() => (task ? task.log : []).map(row => ({key: row.seq, row})), [task]);
  if (!task) {
    return html`<section class="view" aria-label="Task"><${Head} title="Task" />${error ? html`<${Empty} icon="board" title="No task to show"><span class="error" role="alert">${error}</span></${Empty}>` : html`<p class="boot">Loading…</p>`}</section>`;
  }
  return html`
    <section class="view task" aria-label=${task.title}>
      <${Head} title=${html`<span class="crumb"><a href="#/tasks">Tasks</a> / </span>${visible(task.title)}`} />
      ${error && html`<p class="notice error" role="alert">${error}</p>`}
      <div class="body columns">
        <div class="idhead">
          <div class="two">
            <span class="nm">${visible(task.title)} <${TaskState} name=${task.state} /></span>
            <small><span class="id">${task.task_id}</span> · from <${AgentLink} id=${task.from} /> · for <${Target} to=${task.to} />${task.owner ? html` · taken by <${AgentLink} id=${task.owner} />` : ''} · changed <${Ago} ms=${task.updated_at} now=${now} /></small>
          </div>
        </div>
        <div class="cols">
          <section class="card did trail" aria-label="Trail">
            <header><h2>Trail</h2><span class="n">${count(task.log.length, 'entry', 'entries')}</span></header>
            <${List} rows=${rows} guess=${ROW} anchor label="Trail" row=${r => html`<${Step} row=${r.row} input=${r.row.seq === 1 ? task.input : null} ...${opened(r.key)} />`} />
          </section>
          <div class="stack"><${Facts} task=${task} now=${now} /></div>
        </div>
      </div>
    </section>`;
}

const Target = ({to}) => to.startsWith('#') ? html`<${ChannelLink} name=${to} />` : to.startsWith('@') ? html`<${AgentLink} id=${to} />` : visible(to);

const Fact = ({word, children}) => html`<dt>${word}</dt><dd>${children}</dd>`;

const Until = ({ms, now, over}) => html`<${Time} ms=${ms} /> <span class=${!over && ms < now ? 'late' : 'q'}>${ms < now ? ago(now - ms) : 'in ' + span(ms - now)}</span>`;

function Facts({task, now}) {
  const over = !['SUBMITTED', 'WORKING', 'INPUT_REQUIRED', 'AUTH_REQUIRED'].includes(task.state);
  const related = new Map(task.related.map(r => [r.task_id, r]));
  const one = id => html`<li><${StateMark} name=${related.get(id)?.state} /><a class="cut" href=${taskAddress(id)} title=${id}>${visible(related.get(id)?.title || id)}</a><span class="q">${related.has(id) ? stateWord(related.get(id).state) : 'not stored any more'}</span></li>`;
  return html`
    <section class="card"><header><h2>About it</h2></header>
      <dl class="facts">
        <${Fact} word="Priority">${task.priority === 'normal' ? 'normal' : html`<${TaskPriority} priority=${task.priority} />`}</${Fact}>
        ${task.labels.length > 0 && html`<${Fact} word="Labels"><${Labels} labels=${task.labels} /></${Fact}>`}
        <${Fact} word="Created"><${Time} ms=${task.created_at} /> <span class="q">${ago(now - task.created_at)}</span></${Fact}>
        ${task.due_at && html`<${Fact} word="Due"><${Until} ms=${task.due_at} now=${now} over=${over} /></${Fact}>`}
        ${task.expires_at && html`<${Fact} word="Expires"><${Until} ms=${task.expires_at} now=${now} over=${over} /></${Fact}>`}
        ${task.cleanup_until > now && html`<${Fact} word="Clean-up until"><${Until} ms=${task.cleanup_until} now=${now} over /></${Fact}>`}
      </dl>
    </section>
    ${task.blocked_by.length > 0 && html`<section class="card"><header><h2>Waits for</h2><span class="n">${task.blocked_by.length}</span></header><ul class="related">${task.blocked_by.map(one)}</ul></section>`}
    ${task.parent && html`<section class="card"><header><h2>Part of</h2></header><ul class="related">${one(task.parent)}</ul></section>`}
    ${task.audience.length > 0 && html`<section class="card"><header><h2>May take it</h2><span class="n">${task.audience.length}</span></header><p class="pad chs">${task.audience.slice(0, 50).map(id => html`<${AgentLink} id=${id} /> `)}${task.audience.length > 50 && html`<span class="q">and ${task.audience.length - 50} more</span>`}</p></section>`}
    ${[['expected_output', 'Expected output'], ['budget', 'Budget'], ['metadata', 'Metadata']].map(([field, title]) => task[field] && html`
      <section class="card" key=${field}><header><h2>${title}</h2></header><div class="pad md"><${Code} lang="json" text=${JSON.stringify(task[field], null, 2)} /></div></section>`)}`;
}

const WORDS = {
  created: 'created it', claimed: 'took it', updated: 'added to it', input_required: 'needs input', auth_required: 'needs a permission', resumed: 'let it go on', completed: 'finished it',
  failed: 'failed at it', rejected: 'rejected it', given_back: 'gave it back', canceled: 'canceled it', expired: 'its time was over', extended: 'gave it more time',
  relinked: 'changed what it waits for', unblocked: 'it waits for one task less', blocker_ended: 'a task that it waits for ended otherwise',
};

function Step({row, input, open, onOpen}) {
  const server = row.actor === '@server';
  const moved = row.previous && row.previous !== row.state;
  return html`
    <article class="m step" tabindex="-1">
      <${Avatar} name=${server ? 'server' : row.actor_name} />
      <div>
        <div class="by">
          <b>${server ? 'server' : html`<${AgentLink} id=${row.actor} name=${row.actor_name || nameOf(row.actor)} />`}</b>
          <span>${WORDS[row.event] || row.event.replace(/_/g, ' ')}</span>
          <${Time} ms=${row.ts} />
          ${moved && html`<span class="went q">${stateWord(row.previous)} → <${TaskState} name=${row.state} /></span>`}
          <span class="no seq" title="Number in the trail of this task">${row.seq}</span>
        </div>
        ${input && html`<${Parts} parts=${input} open=${open} onOpen=${onOpen} />`}
        ${row.message && html`<${Parts} parts=${row.message} open=${open} onOpen=${onOpen} />`}
        ${(row.artifacts || []).map((a, i) => html`<section class="artifact" key=${i}><h3>Result${a.name ? html`: ${visible(a.name)}` : ''}</h3>${a.description && html`<p class="q">${visible(a.description)}</p>`}<${Parts} parts=${a.parts || []} open=${open} onOpen=${onOpen} /></section>`)}
        ${row.detail && html`<p class="q detail">${visible(details(row.detail))}</p>`}
      </div>
    </article>`;
}

/** What only this event has, in a line: times as times, the rest as it is. */
const details = detail => Object.entries(detail).map(([name, value]) => name.replace(/_/g, ' ') + ': '
  + (/_(at|until)$/.test(name) && typeof value === 'number' ? moment(value) : typeof value === 'string' ? value : JSON.stringify(value))).join(', ');

/** Texts with their Markdown, data as code, files as their addresses. Nothing is loaded. */
export const Parts = ({parts, open, onOpen}) => parts.map((part, i) => part.text !== undefined
  ? html`<${Prose} key=${i} text=${part.text} open=${open} onOpen=${onOpen} />`
  : part.url !== undefined
    ? html`<p class="md file" key=${i}>file ${part.filename ? html`<b>${visible(part.filename)}</b> ` : ''}<${Address} url=${part.url} />${part.media_type ? html` <span class="q">${visible(part.media_type)}</span>` : ''}</p>`
    : html`<div class="md" key=${i}><${Code} lang="json" text=${JSON.stringify(part.data, null, 2)} /></div>`);

/** Only addresses of the web can be followed; others are words. */
const Address = ({url}) => /^https?:\/\//i.test(url) ? html`<a href=${url} target="_blank" rel="noopener noreferrer nofollow">${visible(url)}</a>` : html`<span class="mono">${visible(url)}</span>`;
