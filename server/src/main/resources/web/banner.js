// Lines above a view: the page shows the past, or the server does not answer.

import {h} from '/vendor/preact.js';
import htm from '/vendor/htm.js';
import {Icon} from '/icons.js';
import {look, state} from '/live.js';
import {moment, time} from '/words.js';

const html = htm.bind(h);

/** The page shows the past. @param about what the view says of itself then */
export const Past = ({at, about, onBack = () => look(null)}) => html`
  <div class="past" role="status"><${Icon} name="clock" /><span>You look at ${moment(at)}. ${about || 'Nothing here moves, and nothing can be changed.'}</span><button class="btn" onClick=${onBack}>Back to now</button></div>`;

/** Only after a while: a stream that comes back at once is nothing to tell. */
const SILENCE_MILLIS = 2500;

export const Silent = ({now}) => state.silentSince > 0 && now - state.skew - state.silentSince > SILENCE_MILLIS && html`
  <div class="off" role="status"><${Icon} name="spin" /><span>The server does not answer since ${time(state.silentSince)}. What you see is from then; the page tries again.</span></div>`;
