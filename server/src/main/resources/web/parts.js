// Small parts that every view uses: names, states, times, choices, empty places.

import {h} from '/vendor/preact.js';
import {useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Glyph, Icon} from '/icons.js';
import {state} from '/live.js';
import {moment, span, time} from '/words.js';

const html = htm.bind(h);

// Controls, marks of direction, letters without width and letters that nobody sees. Joiners stay: words and signs need them.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu;

/** Text of others. What would not be seen, or would turn the letters around it, is shown by its number. */
export function visible(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(HIDDEN)) {
    if (found.index > from) parts.push(text.slice(from, found.index));
    const letters = [...found[0]];
    const name = 'U+' + letters[0].codePointAt(0).toString(16).toUpperCase().padStart(4, '0') + (letters.length > 1 ? ' and ' + (letters.length - 1) + ' more' : '');
    parts.push(html`<span class="hid" title=${'Hidden here: ' + name}>${name}</span>`);
    from = found.index + found[0].length;
  }
  if (!parts.length) return text;
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

const letters = new Intl.Segmenter(undefined, {granularity: 'grapheme'});

/** The same name has the same colour everywhere. */
function hue(name) {
  let sum = 7;
  for (const c of name) sum = (sum * 31 + c.codePointAt(0)) % 360;
  return sum;
}

export function Avatar({name, size = ''}) {
  const first = letters.segment((name || '').replace(HIDDEN, '').trim())[Symbol.iterator]().next().value?.segment || '?';
  return html`<span class=${'av ' + size} style=${{'--h': hue(name || '')}} aria-hidden="true">${first.slice(0, 8).toUpperCase()}</span>`;
}

export const nameOf = id => state.names.get(id) || id;

/** A name that leads to the page of its agent; the id is in its tooltip. */
export const AgentLink = ({id, name}) => html`<a class="agent-link" href=${'#/agent/' + encodeURIComponent(id)} title=${id}>${visible(name || nameOf(id))}</a>`;

export const ChannelLink = ({name}) => html`<a href=${'#/channel/' + encodeURIComponent(name)}>${visible(name)}</a>`;

/** The states of an agent: its word on the wire, a shape, and a tone. */
const STATES = {
  online: ['active', 'working'],
  busy: ['busy', 'booting'],
  listening: ['idle', 'working'],
  away: ['idle', 'idle'],
  sleeping: ['asleep', 'asleep'],
  offline: ['ended', 'ended'],
};

export const stateOf = agent => !agent ? 'offline' : agent.sleep ? 'sleeping' : agent.presence;

export function State({word}) {
  const [glyph, tone] = STATES[word] || ['never', 'ended'];
  return html`<span class=${'st ' + tone}><${Glyph} name=${glyph} tone=${tone} /><span class="presence">${visible(word)}</span></span>`;
}

export function StateGlyph({word}) {
  const [glyph, tone] = STATES[word] || ['never', 'ended'];
  return html`<${Glyph} name=${glyph} tone=${tone} />`;
}

/** A time of day with its whole date in the tooltip. */
export const Time = ({ms, cls = ''}) => html`<time class=${cls} datetime=${new Date(ms).toISOString()} title=${moment(ms)}>${time(ms)}</time>`;

/** How long ago, with the time in the tooltip. */
export const Ago = ({ms, now}) => html`<time datetime=${new Date(ms).toISOString()} title=${moment(ms)}>${span(now - ms)} ago</time>`;

/** One of several: the chosen one stands out. @param options as [value, word] */
export const Seg = ({label, options, value, onChoose}) => html`
  <span class="seg" role="group" aria-label=${label}>
    ${options.map(([each, word]) => html`<button key=${each} type="button" aria-pressed=${each === value} onClick=${() => onChoose(each)}>${word}</button>`)}
  </span>`;

export const Empty = ({icon = 'search', title, children}) => html`
  <div class="empty"><${Icon} name=${icon} /><b>${title}</b>${children && html`<p>${children}</p>`}</div>`;

export const Chip = ({tone = '', children, title}) => html`<span class=${'chip ' + tone} title=${title}>${children}</span>`;

/** What the marks of a drawing mean. @param items as [class of the mark, word] */
export const Legend = ({items}) => html`
  <div class="legend">${items.map(([mark, word]) => html`<span key=${word}><i class=${'mark ' + mark} aria-hidden="true"></i>${word}</span>`)}</div>`;

/** The top of a view: its title, a line about it, and its controls, which a phone shows when they are asked for. */
export function Head({title, icon, about, children}) {
  const [open, setOpen] = useState(false);
  const phone = html`
    <span class="only-phone acts">
      <button class="btn" onClick=${() => dispatchEvent(new Event('show-time'))} aria-label="Time"><${Icon} name="clock" /><${Live} /></button>
      ${children && html`<button class="btn icon" aria-expanded=${open} aria-label="Filter" onClick=${() => setOpen(!open)}><${Icon} name="filter" /></button>`}
    </span>`;
  return html`
    <header class=${'head' + (open ? ' open' : '')}>
      ${icon && html`<${Icon} name=${icon} cls="no-phone" />`}
      <h1>${title}</h1>
      ${about && html`<span class="q cut about">${about}</span>`}
      ${phone}
      ${children && html`<span class="acts tools">${children}</span>`}
    </header>`;
}

/** Whether the page follows what happens. */
export const Live = () => state.at !== null
  ? html`<span class="live past-mark"><i></i>Past</span>`
  : html`<span class=${'live ' + (state.online ? 'on' : 'off')}><i></i>${state.online ? 'Live' : 'Trying'}</span>`;
