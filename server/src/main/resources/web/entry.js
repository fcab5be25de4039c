// One entry of the feed, in a line.

import {h} from '/vendor/preact.js';
import htm from '/vendor/htm.js';
import {state} from '/live.js';
import {moment, sentence, time, tone} from '/words.js';

const html = htm.bind(h);

export const ENTRY_HEIGHT = 34;

/** What a callback says in a channel, its agent says. */
export const nameOf = e => e.message && e.message.cb_origin ? (state.names.get(e.message.cb_origin) || e.message.cb_origin) + ' (callback)'
  : e.message ? e.message.from_name : e.agent ? state.names.get(e.agent) || e.agent : '';

export function Entry({e, marked}) {
  const said = e.kind === 'message';
  return html`
    <article class=${'entry of-' + e.kind.split('.')[0] + ' tone-' + tone(e) + (marked ? ' marked' : '')} title=${sentence(e)}>
      <a class="moment" href=${'#/activity/' + e.id} title=${moment(e.at)}>${time(e.at)}</a>
      <span class="kind">${e.kind}</span>
      <b>${e.agent && e.agent !== '@server' ? html`<a href=${'#/agent/' + encodeURIComponent(e.agent)}>${nameOf(e)}</a>` : nameOf(e)}</b>
      <span class="text">${said && e.channel ? html`<span class="quiet">${e.direct ? 'to ' + (state.names.get(e.channel) || e.channel) : e.channel}</span> ` : ''}${sentence(e)}</span>
    </article>`;
}
