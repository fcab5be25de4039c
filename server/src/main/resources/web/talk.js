// The messages of a channel in the order and the groups in which they are read.

import {day, names} from '/words.js';

const SERVER = '@server';

/** What the server says about agents that come and go. */
const PRESENCE = [[/^(.*) came online$/s, 'came'], [/^(.*) joined #\S+$/s, 'came'], [/^(.*) went offline$/s, 'went']];

/** Who came or went, if a message is about that; else null. */
export function presence(m) {
  if (m.from !== SERVER || m.kind !== 'message' || m.msg_id) return null;
  for (const [form, move] of PRESENCE) {
    const found = form.exec(m.content);
    if (found) return {name: found[1], move};
  }
  return null;
}

/** "ada, bob and 3 others came and went". @param moves each with a name and whether it came or went */
export function cameAndWent(moves) {
  const all = new Map();
  for (const {name, move} of moves) all.set(name, (all.get(name) || new Set()).add(move));
  const came = [...all.values()].some(m => m.has('came'));
  const went = [...all.values()].some(m => m.has('went'));
  return names([...all.keys()]) + (came && went ? ' came and went' : came ? ' came' : ' went');
}

/** The id of the message that this one is a reply to. */
export const repliesTo = m => !m.in_reply_to ? null : typeof m.in_reply_to === 'string' ? m.in_reply_to : m.in_reply_to.msg_id || null;

/**
 * The rows that show messages: a day, a message, those who came and went meanwhile, replies.
 *
 * Replies are collapsed under their question, however deep: a reply to a reply belongs to the first
 * question. Where a reply was given there is one line for it, so that a person who follows the
 * channel sees it; directly under the question there is none.
 */
export function rowsOf(messages) {
  const rows = [];
  const byId = new Map();
  const roots = new Map();
  const rowOf = new Map();
  let today = null;
  for (const m of messages) {
    const on = day(m.ts);
    if (on !== today) rows.push({key: 'day ' + (today = on), type: 'day', text: on});
    const last = rows.at(-1);
    const moved = presence(m);
    if (moved) {
      if (last.type === 'moves') {
        last.moves.push({...moved, m});
        last.to = m.ts;
      } else rows.push({key: 'moves ' + m.seq, type: 'moves', moves: [{...moved, m}], from: m.ts, to: m.ts});
      continue;
    }
    const question = byId.get(repliesTo(m));
    const root = question && (roots.get(question) || question);
    if (m.msg_id) byId.set(m.msg_id, m);
    if (!root) {
      const row = {key: m.seq, type: 'message', m, replies: []};
      rowOf.set(m, row);
      rows.push(row);
      continue;
    }
    roots.set(m, root);
    rowOf.get(root).replies.push(m);
    if (last === rowOf.get(root)) continue;
    if (last.type === 'replies' && last.root === root) last.items.push(m);
    else rows.push({key: 'replies ' + m.seq, type: 'replies', root, items: [m]});
  }
  return rows;
}
