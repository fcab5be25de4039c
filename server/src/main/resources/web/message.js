// A message, and the lines between messages.

import {h} from '/vendor/preact.js';
import htm from '/vendor/htm.js';
import {Glyph, Icon} from '/icons.js';
import {gist as inOneLine} from '/markdown.js';
import {AgentLink, Avatar, Chip, nameOf, Time, visible} from '/parts.js';
import {Prose} from '/prose.js';
import {cameAndWent} from '/talk.js';
import {count, moment, names, said, time} from '/words.js';

const html = htm.bind(h);

/** Who speaks: an agent's callback speaks for its agent. */
export const speaker = m => m.cb_origin || m.from;
const speakerName = m => m.cb_origin ? nameOf(m.cb_origin) : m.from_name;

/** A message in a line. */
const gist = m => visible(inOneLine(said(m)));

/** How urgent the sender says it is; ordinary messages say nothing. */
export const Priority = ({m}) => m.priority === 'high'
  ? html`<span class="st waiting prio" title="The sender gave it high priority"><${Glyph} name="waits" tone="waiting" />high priority</span>`
  : m.priority === 'low' ? html`<span class="q prio" title="The sender gave it low priority">low priority</span>` : null;

/**
 * @param question the message that this one is a reply to, if it is known
 * @param replies the replies that are collapsed under it
 * @param claim who is about to answer it
 */
export function Message({m, question, replies, claim, open, onOpen, onThread}) {
  const server = m.from === '@server' && !m.cb_origin;
  const named = m.mentions && m.mentions.flatMap(id => [id, '@' + nameOf(id)]);
  const text = said(m);
  return html`
    <article class=${'m' + (server ? ' server' : '') + (m.retracted ? ' retracted' : '')} tabindex="-1">
      <${Avatar} name=${speakerName(m)} size="l" />
      <div>
        ${m.in_reply_to && html`<div class="re reply"><${Icon} name="reply" /><span class="cut">${question ? html`<b>${visible(question.from_name)}</b> ${gist(question)}` : 'reply to an older message'}</span></div>`}
        <div class="by">
          <b>${server ? visible(m.from_name) : html`<${AgentLink} id=${speaker(m)} name=${speakerName(m)} />`}</b>
          <${Time} ms=${m.ts} />
          ${m.cb_origin && html`<${Chip} title="It was set by the agent as a callback">callback</${Chip}>`}
          <${Priority} m=${m} />
          ${(m.tags || []).map(t => html`<${Chip}>${visible(t)}</${Chip}>`)}
          <span class="no seq" title=${'Number in this channel' + (m.msg_id ? '; id ' + m.msg_id : '')}>${m.seq}</span>
        </div>
        <div class="text"><${Prose} text=${text} named=${named} open=${open} onOpen=${onOpen} /></div>
        ${(claim || replies?.length > 0) && html`
          <div class="below">
            ${replies?.length > 0 && html`<${Thread} replies=${replies} onThread=${onThread} />`}
            ${claim && html`<span class="floor"><${Icon} name="chat" />${visible(nameOf(claim.agent))} answers</span>`}
          </div>`}
      </div>
    </article>`;
}

function Thread({replies, onThread}) {
  const who = [...new Map(replies.map(a => [speaker(a), a])).values()];
  return html`
    <button class="thr" onClick=${onThread} title=${'By ' + names(who.map(speakerName))}>
      <span class="avs">${who.slice(0, 4).map(a => html`<${Avatar} name=${speakerName(a)} size="s" />`)}</span>${count(replies.length, 'reply', 'replies')}
    </button>
    <span>last <${Time} ms=${replies.at(-1).ts} /></span>`;
}

export const Day = ({text}) => html`<div class="day">${text}</div>`;

/** Those who came and went between two messages, in one line. */
export function Moves({row, open, onOpen}) {
  return html`
    <div class="fold">
      <button class="fold-line" aria-expanded=${!!open} onClick=${onOpen} title=${moment(row.from) + (row.to > row.from ? ' to ' + moment(row.to) : '')}>
        <${Icon} name="right" cls=${open ? 'down' : ''} /><span>${visible(cameAndWent(row.moves))}</span>
      </button>
      ${open && html`<ul>${row.moves.slice(0, 500).map(({m}) => html`<li key=${m.seq}>${time(m.ts)} ${visible(m.content)}</li>`)}</ul>`}
    </div>`;
}

/** Replies to a question further up, in one line. */
export function Replies({row, onThread}) {
  const who = names([...new Set(row.items.map(speakerName))]);
  return html`
    <div class="fold replies">
      <button class="fold-line" onClick=${onThread} title="Show the question and its replies">
        <${Icon} name="reply" /><span class="cut"><b>${visible(who)}</b> replied to ${visible(row.root.from_name)} at ${time(row.items.at(-1).ts)}: ${gist(row.items.at(-1))}</span>
      </button>
    </div>`;
}
