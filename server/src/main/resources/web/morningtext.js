// The report in words: its one sentence, and the whole of it as Markdown.

import {nameOf} from '/parts.js';
import {count, time} from '/words.js';

const SMALL = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
const said = n => SMALL[n] || String(n);

/** The headline. A failed night says so first. */
export function summary(m) {
  const parts = [];
  if (m.gate !== 'OPEN') parts.push('The gate is ' + m.gate.toLowerCase() + ', nobody is woken.');
  const vain = m.wakes - m.began;
  if (m.wakes > 0 && m.began === 0) parts.push(m.wakes === 1 ? 'The only wake has not begun a turn.' : 'None of ' + m.wakes + ' wakes began a turn.');
  if (m.finished) parts.push(said(m.finished) + (m.finished === 1 ? ' task finished.' : ' tasks finished.'));
  if (m.failed) parts.push(said(m.failed) + ' failed.');
  if (!m.finished && !m.failed && m.began) parts.push(said(m.wakes) + (m.wakes === 1 ? ' wake' : ' wakes') + (vain ? ', ' + vain + ' without a turn.' : '.'));
  const needs = m.needs ? m.needs.length : m.lanes.filter(s => s.group === 'person').length;
  if (needs) parts.push(m.needs ? said(needs) + (needs === 1 ? ' thing needs you.' : ' things need you.') : said(needs) + (needs === 1 ? ' seat needs a person.' : ' seats need a person.'));
  else if (parts.length) parts.push(m.needs ? 'Nothing needs you.' : '');
  return parts.join(' ').trim() || 'A quiet time. Nothing needs you.';
}

/** Text of others inside Markdown: on one line, and nothing in it is Markdown. */
const plain = text => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').replace(/[\\`*_{}[\]()#+.!|<>~&-]/g, '\\$&');

const minute = ms => new Date(ms).toISOString().slice(0, 16).replace('T', ' ') + ' UTC';

/** Tokens that seats used while they rested; zero is measured, else it says so. */
export const restTokens = cost => cost.measured ? cost.rest_tokens.toLocaleString('en') : 'not metered';

export const dollars = micro => '$' + (micro / 1e6).toFixed(2);

/** The sum over the seats whose harness says it, and how many do not. */
export function used(m, field) {
  const known = m.nights.filter(n => n[field] !== null);
  if (!known.length && m.nights.length) return 'not metered';
  const sum = known.reduce((n, s) => n + s[field], 0);
  return (field === 'tokens' ? sum.toLocaleString('en') : dollars(sum)) + (known.length < m.nights.length ? ', not metered for ' + count(m.nights.length - known.length, 'seat') : '');
}

/** How a session ended, by the word on the wire. */
export const ENDINGS = {sunset: 'declared its end', exited: 'its process ended', crashed: 'crashed', full: 'its context was full', stopped: 'a person stopped it', 'not-booted': 'nothing was heard of it', 'called-off': 'the gate closed while it was being started', lost: 'it could not be seen any more'};

export function markdownOf(m) {
  const lines = ['# ' + summary(m), '', minute(m.since) + ' to ' + minute(m.until), ''];
  const list = (title, rows, none) => lines.push('## ' + title, ...(rows.length ? rows.map(r => '- ' + r) : [none]), '');
  if (m.needs) list('Needs you: ' + m.needs.length, m.needs.map(n => (n.since ? minute(n.since) + ': ' : '') + plain(n.what)), 'Nothing.');
  const tasks = all => (all || []).map(t => plain(t.title) + (t.owner ? ' (' + plain(nameOf(t.owner)) + ')' : '') + ', ' + time(t.at).slice(0, 5));
  list('Finished: ' + m.finished, tasks(m.tasks_finished), m.finished ? 'Titles are for administrators.' : 'None.');
  list('Failed: ' + m.failed, tasks(m.tasks_failed), m.failed ? 'Titles are for administrators.' : 'None.');
  list('Woken: ' + m.wakes + ', turns begun: ' + m.began, m.woken.map(r => r.count + '× ' + r.words), 'Nobody.');
  list('Not woken: ' + m.refusals, m.refused.map(r => r.count + '× ' + r.words), 'No look ended without a wake.');
  list('Seats: ' + m.lanes.length, m.lanes.map(s => plain(s.name) + ': ' + s.state + (s.why ? ', needs a person (' + s.why + ')' : '')), 'None.');
  if (m.nights) {
    const ends = m.nights.flatMap(n => n.ended.map(end => plain(nameOf(n.id)) + ': ' + (ENDINGS[end.how] || end.how) + ', ' + minute(end.at)));
    list('Sessions that ended: ' + ends.length, ends, 'None.');
  }
  list('Guards that tripped: ' + m.guards.length, m.guards.map(g => (g.agent ? plain(nameOf(g.agent)) + ' ' : '') + plain(g.what ?? g.kind) + (g.times > 1 ? ', ' + g.times + ' times' : '')), 'None.');
  list('Cost', [m.looks + ' looks at seats, ' + m.refusals + ' of them woke nobody', ...(m.nights ? ['Tokens of sessions: ' + used(m, 'tokens'), 'Money: ' + used(m, 'micro_dollars')] : []), ...(m.cost ? ['Idling: ' + m.cost.processes + ' programs, tokens of resting seats: ' + restTokens(m.cost)] : [])], '');
  return lines.join('\n').trim() + '\n';
}
