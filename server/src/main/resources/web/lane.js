// The lane of a seat: its states over a time. Each state has a height and a texture of its own.

import {h} from '/vendor/preact.js';
import htm from '/vendor/htm.js';
import {look} from '/live.js';
import {Legend} from '/parts.js';
import {stateName} from '/seatstate.js';
import {moment, time} from '/words.js';

const html = htm.bind(h);
const HOUR = 3_600_000;
/** The part of an axis that the word at its end needs, on a phone too. */
const END = 0.12;
const STEPS = [1, 2, 3, 6, 12, 24].map(n => n * HOUR);

export const place = (ms, {from, to}) => 100 * (ms - from) / (to - from);

const percent = n => n.toFixed(3) + '%';

/** @param span the time that the lane shows: from and to */
export function Lane({parts, span, name, children}) {
  const last = parts.at(-1);
  const label = name + ': ' + (last ? parts.length + (parts.length === 1 ? ' state' : ' states') + ', at the end ' + stateName(last.state).toLowerCase() : 'nothing is known of this time');
  const go = event => {
    const box = event.currentTarget.getBoundingClientRect();
    look(span.from + (span.to - span.from) * Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
  };
  return html`
    <div class="lane" role="img" aria-label=${label} onClick=${go}>
      ${parts.map(p => html`<i key=${p.from} class=${'ln ' + p.state} title=${stateName(p.state) + ', ' + time(p.from) + ' to ' + time(p.to)} style=${{left: percent(place(p.from, span)), width: percent(Math.max(0, place(p.to, span) - place(p.from, span)))}}></i>`)}
      ${children}
    </div>`;
}

/** Where the hours stand. */
export function hoursOf(span, most = 6) {
  const step = STEPS.find(s => (span.to - span.from) / s <= most) || STEPS.at(-1);
  const zone = new Date(span.to).getTimezoneOffset() * 60_000;
  const found = [];
  for (let ms = Math.ceil((span.from - zone) / step) * step + zone; ms < span.to - (span.to - span.from) * END; ms += step) found.push(ms);
  return found;
}

export const Axis = ({span, end}) => html`
  <div class="axis" aria-hidden="true">
    ${hoursOf(span).map(ms => html`<span key=${ms} style=${{left: percent(place(ms, span))}} title=${moment(ms)}>${time(ms).slice(0, 5)}</span>`)}
    <span class="end">${end}</span>
  </div>`;

export const LaneLegend = () => html`<${Legend} items=${[['ln-active', 'active'], ['ln-idle', 'idle'], ['ln-rate-limited', 'rate-limited'], ['ln-booting', 'booting'], ['ln-lost', 'lost'], ['ln-full', 'full'], ['ln-ended', 'ended']]} />`;
