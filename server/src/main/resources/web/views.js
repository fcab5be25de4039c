// The views. A new one is a module and a line here, and its file in the list of the server's assets.
//
// id: the first word of its address. word: its name. view: gets `rest` (what follows in the address), `now`
// and `look` (light or dark). of: the view in whose place in the menu it is. key: opens it after g.
// count: a number beside its name; hot: it is for a person to act on. inList: the menu lists its things instead of it. next: the addresses of
// its things, for [ and ]. past: what it says while the page shows the past.

import {Activity} from '/activity.js';
import {Agent} from '/agent.js';
import {Agents} from '/agents.js';
import {Channel} from '/channel.js';
import {state} from '/live.js';
import {Morning, needs} from '/morning.js';
import {Numbers} from '/numbers.js';
import {Seat} from '/seat.js';
import {Seats, shownSeats} from '/seats.js';
import {seatAddress} from '/seatstate.js';
import {Task} from '/task.js';
import {openTasks, shownTasks, Tasks} from '/tasks.js';

const compare = new Intl.Collator(undefined, {numeric: true}).compare;
const AS_NOW = 'Agents are shown as they are now.';
const TASKS_NOW = 'Tasks are shown as they are now.';

export const VIEWS = [
  {id: 'morning', word: 'Morning', icon: 'morning', key: 'm', view: Morning, count: needs, hot: true},
  {id: 'seats', word: 'Seats', icon: 'seat', key: 's', view: Seats},
  {id: 'seat', of: 'seats', view: Seat, next: () => shownSeats().map(seatAddress)},
  {id: 'agents', word: 'Agents', icon: 'agents', key: 'a', view: Agents, count: () => state.agents.size, past: AS_NOW},
  {id: 'agent', of: 'agents', view: Agent, next: agentAddresses, past: AS_NOW},
  {id: 'tasks', word: 'Tasks', icon: 'board', key: 't', view: Tasks, count: openTasks, past: TASKS_NOW},
  {id: 'task', of: 'tasks', view: Task, next: () => shownTasks().map(id => '#/task/' + encodeURIComponent(id)), past: TASKS_NOW},
  {id: 'channel', word: 'Talk', icon: 'chat', key: 'c', view: Channel, inList: true, next: () => state.channels.map(c => '#/channel/' + encodeURIComponent(c.name))},
  {id: 'activity', word: 'Activity', icon: 'pulse', key: 'v', view: Activity},
  {id: 'numbers', word: 'Numbers', icon: 'chart', key: 'n', view: Numbers},
];

/** The first page, unless something happened while the viewer was away. */
export const FIRST = VIEWS.find(v => v.id === 'agents');

function agentAddresses() {
  return [...state.agents.values()].sort((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1)).map(a => '#/agent/' + encodeURIComponent(a.id));
}
