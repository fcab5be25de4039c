// The states of a seat: how each is called and drawn, and what comes next.

import {h} from '/vendor/preact.js';
import htm from '/vendor/htm.js';
import {Glyph} from '/icons.js';
import {state} from '/live.js';
import {nameOf} from '/parts.js';
import {age, time} from '/words.js';

const html = htm.bind(h);

/** By the word on the wire: word, glyph, tone. */
const STATES = {
  'never-started': ['Never started', 'never', 'ended'],
  booting: ['Booting', 'busy', 'booting'],
  active: ['Active', 'active', 'working'],
  idle: ['Idle', 'idle', 'idle'],
  asleep: ['Asleep', 'asleep', 'asleep'],
  'rate-limited': ['Rate-limited', 'limited', 'waiting'],
  waits: ['Waits for you', 'waits', 'waiting'],
  full: ['Full', 'full', 'ended'],
  ended: ['Ended', 'ended', 'ended'],
  lost: ['Lost', 'lost', 'broken'],
  benched: ['Benched', 'benched', 'ended'],
  'opted-out': ['Opted out', 'benched', 'ended'],
};

export const stateName = word => (STATES[word] || [word])[0];

/** The groups of the list, in the order of problems first. */
export const SEAT_GROUPS = [
  {key: 'person', word: 'Needs a person', about: 'does not go on by itself', many: 'do not go on by themselves'},
  {key: 'goes-on', word: 'Goes on by itself'},
  {key: 'working', word: 'Working'},
  {key: 'at-rest', word: 'At rest', about: 'costs nothing', many: 'cost nothing'},
  {key: 'out', word: 'Out of play'},
];

/** Until when its agent put itself to sleep; only known while the page shows now. */
export const sleepOf = seat => state.at === null && ['idle', 'ended', 'active'].includes(seat.state) ? state.agents.get(seat.id)?.sleep : null;

export const groupOf = seat => seat.group !== 'person' && sleepOf(seat) ? 'at-rest' : seat.group;

/** The word of the state: what one sees first. */
function said(seat, now) {
  const sleep = sleepOf(seat);
  if (seat.why === 'waiting') return ['waits', 'Waits for an answer'];
  if (seat.why === 'stuck') return ['lost', 'Stuck'];
  if (seat.why === 'crashes') return ['lost', 'Ends too often'];
  if (seat.why === 'budget') return ['full', 'Budget used'];
  if (seat.why === 'full') return ['full', 'Full, no successor'];
  if (seat.why === 'context') return ['full', 'Session too large'];
  if (seat.why === 'unreachable') return ['lost', 'Out of reach'];
  if (seat.why === 'held') return ['waits', 'Held'];
  if (seat.why === 'gate') return ['waits', 'Held by the gate'];
  if (sleep) return ['asleep', 'Asleep until ' + time(sleep.wake_at).slice(0, 5)];
  if (seat.state === 'rate-limited' && seat.until) return ['rate-limited', 'Rate-limited until ' + time(seat.until).slice(0, 5)];
  const passed = age(now - seat.since);
  if (['lost', 'idle', 'active', 'booting'].includes(seat.state)) return [seat.state, stateName(seat.state) + (passed === 'just now' ? '' : ' for ' + passed)];
  if (seat.state === 'ended') return ['ended', 'Ended at ' + time(seat.since).slice(0, 5)];
  return [seat.state, stateName(seat.state)];
}

const PERSON = {
  lost: 'its harness cannot be seen; look at it, then resume it',
  stuck: 'it was woken, and nothing was heard of it',
  waiting: 'a question of it is open',
  budget: 'its wakes of today are used; the next are at midnight UTC',
  crashes: 'its sessions end too often; look why, then resume it',
  full: 'its session is full and got no successor; look why, then resume it',
  context: 'its session has too many tokens to be woken; end it or take it on by hand',
  unreachable: 'nothing can reach it: no open session and no adapter that can',
  held: 'an obstacle holds it that no time ends; its journal says which',
  gate: 'the gate holds all wakes; open it to go on',
};

const ENDINGS = {sunset: 'it declared its end', exited: 'its process ended', crashed: 'its process crashed', full: 'its context was full', stopped: 'a person stopped it', 'not-booted': 'nothing was heard of it', 'start-failed': 'its harness could not start it', 'called-off': 'its start was called off', lost: 'it could not be seen any more'};

/** The line below: why it is so, and what happens next. */
export function nextOf(seat) {
  if (PERSON[seat.why]) return PERSON[seat.why];
  if (sleepOf(seat)) return 'its own timer wakes it';
  const held = seat.last && !seat.last.woken && seat.last.obstacles[0];
  switch (seat.state) {
    case 'rate-limited': return seat.until ? 'then it is looked at again' : 'until when is not known';
    case 'booting': return 'a session is starting';
    case 'full': return 'its successor starts next';
    case 'active': return seat.last?.woken ? 'woken at ' + time(seat.last.first_at).slice(0, 5) + ' because ' + (seat.last.causes[0]?.words || 'of something this version does not know') : 'a turn runs';
    case 'idle': return held ? held.words : 'it is woken when something comes';
    case 'ended': return ENDINGS[seat.ending] || 'its session is over';
    case 'benched': return 'an administrator set it aside';
    case 'opted-out': return 'it is not brought back when its session ends';
    case 'never-started': return 'a person starts it: reveille seat resume';
  }
  return '';
}

export function SeatState({seat, now}) {
  const [word, text] = said(seat, now);
  const [, glyph, tone] = STATES[word] || ['', 'never', 'ended'];
  const bad = seat.group === 'person' && tone !== 'waiting' ? 'broken' : tone;
  return html`<span class=${'st ' + bad}><${Glyph} name=${glyph} tone=${bad} /><span class="presence">${text}</span></span>`;
}

export const seatAddress = id => '#/seat/' + encodeURIComponent(id);

/** The wakes of today, of those that it may have. */
export function Budget({seat}) {
  if (seat.wakes_used === undefined) return html`<span class="q">not known for then</span>`;
  const full = seat.wakes_used >= seat.daily_wakes;
  const title = seat.wakes_used + ' of ' + seat.daily_wakes + ' wakes of this UTC day are used';
  return html`
    <span class="budget" title=${title}><span>${seat.wakes_used} <span class="q">of ${seat.daily_wakes}</span></span>
      <span class=${'gauge' + (full ? ' full' : '')} role="meter" aria-label="Wakes used" aria-valuemin="0" aria-valuemax=${seat.daily_wakes} aria-valuenow=${Math.min(seat.wakes_used, seat.daily_wakes)}><i style=${{width: (seat.daily_wakes ? Math.min(100, 100 * seat.wakes_used / seat.daily_wakes) : 100) + '%'}}></i></span>
    </span>`;
}

/** What its session used of its model. What was not measured is never 0. */
export function used(use) {
  if (!use || (use.input_tokens === null && use.micro_dollars === null)) return 'not metered';
  const tokens = use.input_tokens === null ? '' : Math.round((use.input_tokens + (use.output_tokens || 0)) / 1000) + 'k tokens';
  return [tokens, use.micro_dollars === null ? '' : '$' + (use.micro_dollars / 1e6).toFixed(2)].filter(t => t).join(', ');
}

export const seatName = seat => seat.name || nameOf(seat.id);
