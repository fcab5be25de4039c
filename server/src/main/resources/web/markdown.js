// The Markdown of messages as a tree of plain objects: paragraphs, headings, emphasis, lists,
// quotes, code, tables and links. Everything else is text, HTML too.
//
// What agents write is hostile until shown otherwise. Time grows with the length of the text, and
// depth, nodes, rows and columns are limited; beyond a limit the rest is text as it was written.

export const LIMITS = {chars: 200_000, nodes: 20_000, depth: 6, emphasis: 6, open: 100, columns: 30, rows: 500, address: 2000};

/** Returns the blocks of a text. */
export function parse(text) {
  const part = text.slice(0, LIMITS.chars).replace(/\r\n?/g, '\n');
  const all = blocks(part.split('\n'), 0, {left: LIMITS.nodes});
  if (text.length > LIMITS.chars) all.push(plain(text.slice(LIMITS.chars)));
  return all;
}

const plain = text => ({type: 'p', inline: [{type: 'text', text}]});

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])(?:([ \t]+)(.*)|[ \t]*)$/;

function blocks(lines, depth, budget) {
  const out = [];
  let i = 0;
  while (i < lines.length) {
    if (!lines[i].trim()) { i++; continue; }
    if (budget.left-- <= 0 || depth > LIMITS.depth) {
      out.push(plain(lines.slice(i).join('\n')));
      break;
    }
    const found = code(lines, i) || heading(lines, i, budget) || quote(lines, i, depth, budget)
      || list(lines, i, depth, budget) || table(lines, i, budget) || paragraph(lines, i, budget);
    out.push(found.block);
    i = found.next;
  }
  return out;
}

/** Whether a line begins a block that ends the paragraph before it. */
const begins = (lines, i) => FENCE.test(lines[i]) || HEADING.test(lines[i]) || RULE.test(lines[i]) || QUOTE.test(lines[i])
  || ITEM.test(lines[i]) || columns(lines, i) !== null;

function paragraph(lines, i, budget) {
  let next = i + 1;
  while (next < lines.length && lines[next].trim() && !begins(lines, next)) next++;
  return {block: {type: 'p', inline: inline(lines.slice(i, next).join('\n'), budget)}, next};
}

/** What is in a fence stays as it is. A fence that is not closed ends with the text. */
function code(lines, i) {
  const fence = FENCE.exec(lines[i]);
  if (!fence) return null;
  const mark = fence[1][0];
  let next = i + 1;
  while (next < lines.length) {
    const end = lines[next].trim();
    if (end.length >= fence[1].length && end === mark.repeat(end.length)) break;
    next++;
  }
  const info = fence[2].trim();
  return {block: {type: 'code', info, lang: info.split(/\s/, 1)[0], text: lines.slice(i + 1, next).join('\n')}, next: next + 1};
}

function heading(lines, i, budget) {
  if (RULE.test(lines[i])) return {block: {type: 'hr'}, next: i + 1};
  const found = HEADING.exec(lines[i]);
  return found && {block: {type: 'h', inline: inline(found[2].trim(), budget)}, next: i + 1};
}

function quote(lines, i, depth, budget) {
  if (!QUOTE.test(lines[i])) return null;
  let next = i;
  const inner = [];
  while (next < lines.length && QUOTE.test(lines[next])) inner.push(lines[next++].replace(QUOTE, ''));
  return {block: {type: 'quote', blocks: blocks(inner, depth + 1, budget)}, next};
}

const wide = space => space.replaceAll('\t', '    ').length;
const indent = line => wide(/^[ \t]*/.exec(line)[0]);

/** Takes at most so many columns of white space away from the beginning of a line. */
function outdent(line, columnsToCut) {
  let [cut, at] = [0, 0];
  while (at < line.length && cut < columnsToCut && (line[at] === ' ' || line[at] === '\t')) cut += line[at++] === '\t' ? 4 : 1;
  return line.slice(at);
}

function list(lines, i, depth, budget) {
  const first = ITEM.exec(lines[i]);
  if (!first) return null;
  const ordered = /\d/.test(first[2]);
  const edge = wide(first[1]);
  const items = [];
  let next = i;
  while (next < lines.length) {
    const item = ITEM.exec(lines[next]);
    if (!item || /\d/.test(item[2]) !== ordered || wide(item[1]) > edge + 1 || RULE.test(lines[next])) break;
    if (budget.left-- <= 0) break;
    const inside = wide(item[1]) + 2;
    const width = wide(item[1]) + item[2].length + 1;
    const inner = [item[4] || ''];
    next++;
    while (next < lines.length) {
      if (!lines[next].trim()) {
        // A pause inside an item is followed by what belongs to the item.
        if (next + 1 < lines.length && lines[next + 1].trim() && indent(lines[next + 1]) >= inside) inner.push('');
        else break;
      } else if (indent(lines[next]) >= inside) inner.push(outdent(lines[next], width));
      else if (inner.at(-1).trim() && !begins(lines, next)) inner.push(lines[next].trimStart());
      else break;
      next++;
    }
    items.push(blocks(inner, depth + 1, budget));
    // A pause between two items of one list does not end it.
    if (next + 1 < lines.length && !lines[next].trim() && ITEM.test(lines[next + 1])) next++;
  }
  if (!items.length) return paragraph(lines, i, budget);
  return {block: {type: 'list', ordered, start: ordered ? parseInt(first[2], 10) : 1, items}, next};
}

/** Returns the alignments if a table with its head begins here, else null. */
function columns(lines, i) {
  if (i + 1 >= lines.length || !lines[i].includes('|') || !lines[i + 1].includes('-')) return null;
  const marks = cells(lines[i + 1]);
  if (!marks || !marks.every(mark => /^:?-+:?$/.test(mark))) return null;
  if (cells(lines[i])?.length !== marks.length) return null;
  return marks.map(mark => mark.endsWith(':') ? (mark.startsWith(':') ? 'mid' : 'num') : '');
}

/** Returns the cells of a row; null if they are too many. */
function cells(line) {
  const found = [];
  let cell = '';
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\' && line[at + 1] === '|') { cell += '|'; at++; }
    else if (line[at] === '|') {
      found.push(cell);
      cell = '';
      if (found.length > LIMITS.columns + 2) return null;
    } else cell += line[at];
  }
  found.push(cell);
  if (!found[0].trim()) found.shift();
  if (found.length && !found.at(-1).trim()) found.pop();
  return found.length > LIMITS.columns ? null : found.map(text => text.trim());
}

function table(lines, i, budget) {
  const align = columns(lines, i);
  if (!align) return null;
  const row = line => {
    const found = cells(line) || [line];
    // What is too much for the columns is in the last one: nothing that was said is left out.
    if (found.length > align.length) found.push(found.splice(align.length - 1).join(' | '));
    while (found.length < align.length) found.push('');
    return found.map(text => inline(text, budget));
  };
  const head = row(lines[i]);
  const rows = [];
  let next = i + 2;
  while (next < lines.length && lines[next].includes('|') && rows.length < LIMITS.rows && budget.left > 0) {
    budget.left -= align.length;
    rows.push(row(lines[next++]));
  }
  return {block: {type: 'table', align, head, rows}, next};
}

const PUNCTUATION = /[!-/:-@[-`{-~\p{P}\p{S}]/u;
const WORD = /[\p{L}\p{N}]/u;
const ADDRESS = /https?:\/\/[^\s<>"'`|\\^{}[\]]{1,2000}/iy;

/** Returns the parts of a line of text. */
export function inline(text, budget = {left: LIMITS.nodes}) {
  if (budget.left <= 0) return [{type: 'text', text}];
  const found = {nodes: [], open: [], text: ''};
  const ticks = backticks(text);
  const brackets = pairs(text, ticks);
  let at = 0;
  while (at < text.length) {
    const c = text[at];
    if (budget.left <= 0) { found.text += text.slice(at); break; }
    if (c === '\\' && at + 1 < text.length && /[!-/:-@[-`{-~]/.test(text[at + 1])) {
      found.text += text[at + 1];
      at += 2;
    } else if (c === '`') {
      const tick = tickAt(text, at, ticks);
      if (tick.end) add(found, {type: 'c', text: codeText(text.slice(at + tick.size, tick.end))}, budget);
      else found.text += text.slice(at, at + tick.size);
      at = tick.end ? tick.end + tick.size : at + tick.size;
    } else if (brackets.has(at) || (c === '!' && brackets.has(at + 1))) {
      const open = c === '!' ? at + 1 : at;
      const link = linkAt(text, brackets.get(open));
      if (link) {
        add(found, {type: 'a', href: link.href, text: text.slice(open + 1, brackets.get(open)), image: c === '!'}, budget);
        at = link.end;
      } else { found.text += c; at++; }
    } else if ((c === 'h' || c === 'H') && !(at > 0 && WORD.test(text[at - 1]))) {
      const raw = bare(text, at);
      const href = raw && address(raw);
      if (href) add(found, {type: 'a', href, text: raw}, budget);
      else found.text += raw || c;
      at += raw ? raw.length : 1;
    } else if (c === '*' || c === '_' || (c === '~' && text[at + 1] === '~')) {
      at = delimiter(text, at, found, budget);
    } else { found.text += c; at++; }
  }
  flush(found);
  return merged(found.nodes);
}

function flush(found) {
  if (found.text) found.nodes.push({type: 'text', text: found.text});
  found.text = '';
}

function add(found, node, budget) {
  flush(found);
  budget.left--;
  found.nodes.push(node);
}

/** Where runs of backticks begin, by their length. */
function backticks(text) {
  const starts = new Map();
  for (const run of text.matchAll(/`+/g)) {
    const size = run[0].length;
    if (starts.has(size)) starts.get(size).push(run.index);
    else starts.set(size, [run.index]);
  }
  return starts;
}

/** The backticks here, which may be the rest of a run whose first is escaped, and the run that closes them. */
function tickAt(text, at, starts) {
  let size = 1;
  while (text[at + size] === '`') size++;
  const all = starts.get(size) || [];
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (all[middle] > at) high = middle;
    else low = middle + 1;
  }
  return {size, end: all[low] || 0};
}

/** One space on each side only keeps backticks of the code apart from those around it. */
const codeText = text => text.length > 2 && text.startsWith(' ') && text.endsWith(' ') && text.trim() ? text.slice(1, -1) : text;

/** Which bracket closes which, outside of code. */
function pairs(text, ticks) {
  const found = new Map();
  const open = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`') {
      const tick = tickAt(text, at, ticks);
      at = tick.end ? tick.end + tick.size - 1 : at + tick.size - 1;
    } else if (text[at] === '[') open.push(at);
    else if (text[at] === ']' && open.length) found.set(open.pop(), at);
  }
  return found;
}

/** What follows the brackets, if it is an address that may be followed. */
function linkAt(text, close) {
  if (text[close + 1] !== '(') return null;
  let depth = 1;
  let at = close + 2;
  const end = Math.min(text.length, at + LIMITS.address);
  while (at < end && depth > 0 && depth < 8 && !/[\s<>[\]`"]/.test(text[at])) {
    if (text[at] === '(') depth++;
    if (text[at] === ')') depth--;
    at++;
  }
  let href = depth === 0 && address(text.slice(close + 2, at - 1));
  if (!href && text[at] === ' ') {
    const title = /^ +"[^"\n]{0,200}"\)/.exec(text.slice(at, at + 210));
    href = title && address(text.slice(close + 2, at));
    if (href) at += title[0].length;
  }
  return href ? {href, end: at} : null;
}

/** An address without words around it. The sentence around it keeps its full stop and its bracket. */
function bare(text, at) {
  ADDRESS.lastIndex = at;
  const raw = (ADDRESS.exec(text)?.[0] || '').slice(0, LIMITS.address);
  let open = 0;
  for (const c of raw) open += c === '(' ? 1 : c === ')' ? -1 : 0;
  let end = raw.length;
  for (; end > 0; end--) if (raw[end - 1] === ')' && open < 0) open++; else if (!'.,;:!?*_~'.includes(raw[end - 1])) break;
  return raw.slice(0, end);
}

/** Only these lead anywhere. The address is shown as the browser takes it: other scripts become visible. */
function address(text) {
  if (!/^https?:\/\//i.test(text) || text.length > LIMITS.address) return null;
  try {
    const url = new URL(text);
    return (url.protocol === 'http:' || url.protocol === 'https:') && !url.username && !url.password ? url.href : null;
  } catch {
    return null;
  }
}

/** A run of marks closes what is open, or opens something, or is text. */
function delimiter(text, at, found, budget) {
  const c = text[at];
  let size = 1;
  while (text[at + size] === c) size++;
  const before = at > 0 ? text[at - 1] : ' ';
  const after = at + size < text.length ? text[at + size] : ' ';
  const left = !/\s/.test(after) && (!PUNCTUATION.test(after) || /\s/.test(before) || PUNCTUATION.test(before));
  const right = !/\s/.test(before) && (!PUNCTUATION.test(before) || /\s/.test(after) || PUNCTUATION.test(after));
  const opens = left && (c !== '_' || !right || PUNCTUATION.test(before));
  const closes = right && (c !== '_' || !left || PUNCTUATION.test(after));
  let rest = c === '~' && size !== 2 ? 0 : Math.min(size, 3);
  const literal = size - rest;
  flush(found);
  while (closes && rest > 0 && budget.left > 0) {
    const from = found.open.findLastIndex(o => o.c === c);
    if (from < 0) break;
    const opener = found.open[from];
    const used = c === '~' || (opener.rest >= 2 && rest >= 2) ? 2 : 1;
    const inner = found.nodes.splice(opener.at + 1);
    found.open.length = from + 1;
    const deep = 1 + inner.reduce((most, n) => Math.max(most, n.deep || 0), 0);
    if (deep > LIMITS.emphasis || !inner.length) {
      found.nodes.push(...inner);
      break;
    }
    budget.left--;
    opener.rest -= used;
    rest -= used;
    const mark = found.nodes[opener.at];
    mark.text = mark.text.slice(0, -used);
    found.nodes.push({type: c === '~' ? 's' : used === 2 ? 'b' : 'i', deep, inline: merged(inner)});
    if (opener.rest <= 0) found.open.pop();
  }
  if (opens && rest > 0) {
    found.nodes.push({type: 'text', text: c.repeat(rest + literal)});
    found.open.push({c, rest, at: found.nodes.length - 1});
    if (found.open.length > LIMITS.open) found.open.shift();
  } else if (rest + literal > 0) found.nodes.push({type: 'text', text: c.repeat(rest + literal)});
  return at + size;
}

/** Neighbouring texts are one. */
function merged(nodes) {
  const out = [];
  for (const node of nodes) {
    if (node.type === 'text' && !node.text) continue;
    const last = out.at(-1);
    if (last && last.type === 'text' && node.type === 'text') last.text += node.text;
    else out.push(node);
  }
  return out;
}

/** The words of a text in one line, without its marks; code is only named. */
export function gist(text, most = 200) {
  const said = [];
  let left = most;
  const take = node => {
    if (left <= 0) return;
    if (Array.isArray(node)) return void node.forEach(n => { take(n); if (Array.isArray(n)) said.push(' '); });
    if (node.type === 'code') return void said.push('[code] ');
    const own = node.text ?? '';
    said.push(own);
    left -= own.length;
    for (const inner of [node.inline, node.blocks, node.items, node.head, node.rows]) if (inner) take(inner);
    if (!['text', 'b', 'i', 's', 'c', 'a'].includes(node.type)) said.push(' ');
  };
  take(parse(text.slice(0, 4 * most)));
  return said.join('').replace(/\s+/g, ' ').trim().slice(0, most);
}

/** The letters of a line of a message, beyond which the line is counted as several. */
const LINE = 100;

/** The number of lines that a person reads: a long line counts as several. */
export const lines = text => text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0);

/** The beginning of a text, at most so many lines of it. */
export function beginning(text, most) {
  let [left, end] = [most, 0];
  for (const line of text.split('\n')) {
    const takes = Math.max(1, Math.ceil(line.length / LINE));
    if (takes > left) return left > 0 ? text.slice(0, end + left * LINE) : text.slice(0, Math.max(0, end - 1));
    left -= takes;
    end += line.length + 1;
  }
  return text;
}
