// The states of a task: how each is called and drawn. A state has a shape, not only a colour.

import {h} from '/vendor/preact.js';
import htm from '/vendor/htm.js';
import {Glyph, Icon} from '/icons.js';
import {call} from '/live.js';
import {Chip, nameOf, visible} from '/parts.js';

const html = htm.bind(h);

/** By the name on the wire: word, tone, and a glyph or an icon. */
const STATES = {
  SUBMITTED: {word: 'open', tone: 'ended', glyph: 'never'},
  WORKING: {word: 'working', tone: 'working', glyph: 'active'},
  INPUT_REQUIRED: {word: 'needs input', tone: 'waiting', glyph: 'waits'},
  AUTH_REQUIRED: {word: 'needs a permission', tone: 'waiting', icon: 'key'},
  COMPLETED: {word: 'finished', tone: 'working', icon: 'check'},
  FAILED: {word: 'failed', tone: 'broken', glyph: 'lost'},
  CANCELED: {word: 'canceled', tone: 'ended', glyph: 'ended'},
  REJECTED: {word: 'rejected', tone: 'ended', icon: 'x'},
  EXPIRED: {word: 'expired', tone: 'waiting', glyph: 'limited'},
};

export const stateWord = name => STATES[name]?.word || name;

const drawn = s => s.icon ? html`<${Icon} name=${s.icon} cls=${'g-' + s.tone} />` : html`<${Glyph} name=${s.glyph} tone=${s.tone} />`;

export const StateMark = ({name}) => drawn(STATES[name] || STATES.SUBMITTED);

export function TaskState({name}) {
  const s = STATES[name] || {word: name, tone: 'ended', glyph: 'never'};
  return html`<span class=${'st ' + s.tone}>${drawn(s)}${s.word}</span>`;
}

/** How urgent the originator says it is; ordinary tasks say nothing. */
export const TaskPriority = ({priority}) => priority === 'high'
  ? html`<${Chip} tone="waiting" title="The originator gave it high priority">high</${Chip}>`
  : priority === 'low' ? html`<${Chip} title="The originator gave it low priority">low</${Chip}>` : null;

export const Labels = ({labels}) => (labels || []).map(l => html`<span class="label cut" key=${l} title=${'Label ' + l}>${visible(l)}</span>`);

/** Remembers what agents are called, as an answer of the server says it. */
export function learnNames(answer) {
  for (const [id, name] of Object.entries(answer.names || {})) call(id, name);
  return answer;
}

const ENDS = {FAILED: 'failed', EXPIRED: 'expired', CANCELED: 'was canceled', REJECTED: 'was rejected'};

/** Why a wait is in vain: the task by its title, its state by its word. */
export function inVain(finding, titleOf) {
  const {why, blocker} = finding.detail;
  if (!blocker) return (why || '').replace(/@\w+/g, id => nameOf(id));
  const title = titleOf(blocker);
  return why.replace(blocker, title ? '“' + title + '”' : 'The task that it waits for').replace(/ is ([A-Z_]+) and not completed$/, (_, s) => (' ' + (ENDS[s] || 'ended')) + ', so this can never begin');
}

export const taskAddress = id => '#/task/' + encodeURIComponent(id);
