// One entry of the feed in a line, and the lines that several entries share.

import {h} from '/vendor/preact.js';
import htm from '/vendor/htm.js';
import {Icon} from '/icons.js';
import {gist} from '/markdown.js';
import {Priority} from '/message.js';
import {AgentLink, nameOf, visible} from '/parts.js';
import {Prose} from '/prose.js';
import {cameAndWent, presence} from '/talk.js';
import {moment, said, sentence, time, tone} from '/words.js';

const html = htm.bind(h);

export const ENTRY_HEIGHT = 34;
/** Fewer entries about coming and going stay as they are. */
const FOLDED = 3;

/** Who did it. What a callback says in a channel, its agent says. */
export const actor = e => e.message && e.message.cb_origin ? nameOf(e.message.cb_origin) + ' (callback)'
  : e.message ? e.message.from_name : e.agent ? nameOf(e.agent) : '';

const MOVES = {'agent.online': 'came', 'channel.joined': 'came', 'agent.offline': 'went', 'channel.left': 'went'};

function move(e) {
  if (e.message) return presence(e.message);
  return MOVES[e.kind] ? {name: actor(e), move: MOVES[e.kind]} : null;
}

/** The rows of entries: those about coming and going are one row, unless one of them is looked for. */
export function entryRows(entries, whole, wanted) {
  if (whole) return entries.map(e => ({key: e.id, entry: e}));
  const rows = [];
  let run = [];
  const end = () => {
    if (run.length >= FOLDED && !run.some(r => r.key === wanted)) rows.push({key: 'moves ' + run[0].key, run});
    else rows.push(...run);
    run = [];
  };
  for (const e of entries) {
    const row = {key: e.id, entry: e, move: move(e)};
    if (row.move) run.push(row);
    else {
      end();
      rows.push(row);
    }
  }
  end();
  return rows;
}

export const EntryHead = () => html`
  <div class="list-head entry-head"><span>Time</span><span class="kind">Kind</span><span>Agent</span><span>What happened</span></div>`;

export function EntryRow({row, marked, open, onOpen}) {
  if (row.run) return html`<${Moves} run=${row.run} open=${open} onOpen=${onOpen} />`;
  return html`<${Entry} e=${row.entry} marked=${marked} open=${open} onOpen=${onOpen} />`;
}

function Entry({e, marked, open, onOpen}) {
  const m = e.kind === 'message' && e.message;
  const to = m && e.channel && html`<span class="q">${e.direct ? 'to ' + nameOf(e.channel) : e.channel}</span> `;
  return html`
    <article class=${'entry of-' + e.kind.split('.')[0] + ' tone-' + tone(e) + (marked ? ' marked' : '')} tabindex="-1">
      <a class="moment" href=${'#/activity/' + e.id} title=${moment(e.at)}>${time(e.at)}</a>
      <span class="kind">${e.kind}</span>
      <b class="cut">${e.agent && e.agent !== '@server' ? html`<${AgentLink} id=${e.agent} name=${actor(e)} />` : visible(actor(e))}</b>
      ${m ? html`<button class="text cut" data-open aria-expanded=${!!open} title="Show all of it" onClick=${onOpen}>${to}<${Priority} m=${m} /> ${visible(gist(sentence(e), 400))}</button>`
        : e.detail && typeof e.detail.task === 'string' ? html`<a class="text cut" data-open href=${'#/task/' + encodeURIComponent(e.detail.task)} title=${sentence(e)}>${visible(sentence(e))}</a>`
        : html`<span class="text cut" title=${sentence(e)}>${visible(sentence(e))}</span>`}
      ${m && open && html`<div class="all-of-it"><${Prose} text=${said(m)} named=${m.mentions && m.mentions.flatMap(id => [id, '@' + nameOf(id)])} open /></div>`}
    </article>`;
}

function Moves({run, open, onOpen}) {
  const first = run[0].entry;
  const last = run.at(-1).entry;
  const text = cameAndWent(run.map(r => r.move));
  return html`
    <article class="entry moves" tabindex="-1">
      <span class="moment" title=${moment(first.at) + ' to ' + moment(last.at)}>${time(first.at)}</span>
      <span class="kind">${run.length} entries</span>
      <b></b>
      <button class="text cut" data-open aria-expanded=${!!open} onClick=${onOpen}><${Icon} name="right" cls=${open ? 'down' : ''} />${visible(text)}</button>
      ${open && html`<ul class="all-of-it">${run.slice(0, 500).map(r => html`<li key=${r.key}><a href=${'#/activity/' + r.key}>${time(r.entry.at)}</a> ${visible((r.entry.message ? '' : actor(r.entry) + ' ') + sentence(r.entry))}</li>`)}</ul>`}
    </article>`;
}
