// How moments, spans and counts are said, and what happened.

import {state} from '/live.js';

const clock = new Intl.DateTimeFormat([], {hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23'});
const whole = new Intl.DateTimeFormat([], {dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23'});

export const time = ms => clock.format(ms);
export const moment = ms => whole.format(ms);

/** 47s, 3m 20s, 2h 5m. */
export function span(ms) {
  const s = Math.max(0, Math.ceil(ms / 1000));
  if (s < 60) return s + 's';
  if (s < 3600) return Math.floor(s / 60) + 'm ' + (s % 60) + 's';
  return Math.floor(s / 3600) + 'h ' + Math.floor((s % 3600) / 60) + 'm';
}

/** An age that does not tick: just now, 52 m, 1 h 11 m, 3 d. */
export function age(ms) {
  const m = Math.floor(Math.max(0, ms) / 60_000);
  if (m < 1) return 'just now';
  if (m < 60) return m + ' m';
  if (m < 1440) return Math.floor(m / 60) + ' h' + (m % 60 ? ' ' + (m % 60) + ' m' : '');
  return Math.floor(m / 1440) + ' d';
}

/** The same as how long ago it was. */
export const ago = ms => ms < 60_000 ? 'just now' : age(ms) + ' ago';

const date = new Intl.DateTimeFormat([], {weekday: 'long', day: 'numeric', month: 'long'});

/** Tuesday 17 November. */
export const day = ms => date.format(ms);

/** "ada", "ada and bob", "ada, bob and 3 others". */
export function names(all, shown = 2) {
  if (all.length <= shown) return all.join(' and ');
  const others = all.length - shown;
  return all.slice(0, shown).join(', ') + ' and ' + (others === 1 ? '1 other' : others + ' others');
}

export const count = (n, one, many) => n + ' ' + (n === 1 ? one : many || one + 's');

/** What an entry of the feed says, for a person. */
export function sentence(e) {
  if (e.kind === 'message') {
    if (e.direct && !e.message) return 'a direct message';
    return e.message ? said(e.message) : '(no longer stored)';
  }
  const values = {...e.detail, channel: e.channel};
  const kind = kindOf(e.kind);
  return kind ? fill(kind.words, values) : e.kind.replace(/[._]/g, ' ') + fill('[: {reason}]', values);
}

/** What a stored entry says: its text, or the words of its kind. */
export function said(message) {
  if (message.retracted) return 'Taken back by its author.';
  const kind = state.words.kinds.find(k => k.kind === 'message.' + message.kind);
  return kind ? fill(kind.words, message) : message.content;
}

/** The colour of an entry. */
export const tone = e => kindOf(e.kind)?.tone || 'plain';

const kindOf = name => state.words.kinds.find(k => k.kind === name)
  || state.words.kinds.find(k => k.kind === name.split('.')[0] + '.*');

/** Puts values into the places of a template; docs/api.md says how it is read. */
export function fill(template, values) {
  return template.replace(/\[([^[\]]*)\]|([^[\]]+)/g, (_, optional, always) => {
    let missing = false;
    const text = (optional ?? always).replace(/\{([a-z_]+)(?::([^}]*))?\}/g, (_, name, form = '') => {
      const value = values[name];
      const none = value === undefined || value === null || value === '' || value === false;
      const [word, ...rest] = form.split(' ');
      const more = rest.join(' ');
      switch (word) {
        case 'number': return Number(value) || 0;
        case 'count': return count(Number(value) || 0, more);
        case 'if': missing ||= none || value === 0; return '';
        case 'unless': missing ||= !none && value !== 0; return '';
        case 'not': missing ||= none || value === more; return none ? '' : value;
      }
      missing ||= none;
      return none ? '' : word === 'time' ? time(value) : word === 'until' ? span(value - Date.now() - state.skew) : String(value);
    });
    return optional !== undefined && missing ? '' : text;
  });
}
