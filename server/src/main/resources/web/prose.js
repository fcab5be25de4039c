// Messages as people read them: the tree of their Markdown as nodes of the page. No text ever
// becomes HTML, and nothing is loaded from elsewhere.

import {h} from '/vendor/preact.js';
import {useMemo, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Icon} from '/icons.js';
import {beginning, lines, parse} from '/markdown.js';
import {visible} from '/parts.js';

const html = htm.bind(h);

/** Longer messages are folded. */
export const FOLD_LINES = 24;

/**
 * A text with its Markdown.
 *
 * @param named the names and ids that the message mentions; they stand out, but not in code
 * @param open whether all of a long text is shown
 */
export function Prose({text, named, open, onOpen}) {
  const count = useMemo(() => lines(text), [text]);
  const folded = count > FOLD_LINES && !open;
  const body = useMemo(() => parse(folded ? beginning(text, FOLD_LINES) : text).map(block(named)), [text, folded, named?.join()]);
  return html`
    <div class="md">${body}</div>
    ${count > FOLD_LINES && onOpen && html`<button class="btn bare s whole" aria-expanded=${!folded} onClick=${onOpen}>${folded ? 'Show all ' + count + ' lines' : 'Show less'}</button>`}`;
}

const block = named => function made(b) {
  const line = parts => parts.map(part(named));
  switch (b.type) {
    case 'p': return html`<p>${line(b.inline)}</p>`;
    case 'h': return html`<p class="title"><b>${line(b.inline)}</b></p>`;
    case 'hr': return html`<hr />`;
    case 'code': return html`<${Code} ...${b} />`;
    case 'quote': return html`<blockquote>${b.blocks.map(made)}</blockquote>`;
    case 'list': {
      const items = b.items.map(item => html`<li>${item.map(made)}</li>`);
      return b.ordered ? html`<ol start=${b.start}>${items}</ol>` : html`<ul>${items}</ul>`;
    }
    case 'table': return html`
      <div class="wide"><table>
        <thead><tr>${b.head.map((cell, i) => html`<th class=${b.align[i]}>${line(cell)}</th>`)}</tr></thead>
        <tbody>${b.rows.map(row => html`<tr>${row.map((cell, i) => html`<td class=${b.align[i]}>${line(cell)}</td>`)}</tr>`)}</tbody>
      </table></div>`;
  }
};

const part = named => function made(p) {
  switch (p.type) {
    case 'text': return mentions(p.text, named);
    case 'b': return html`<b>${p.inline.map(made)}</b>`;
    case 'i': return html`<em>${p.inline.map(made)}</em>`;
    case 's': return html`<s>${p.inline.map(made)}</s>`;
    case 'c': return html`<code>${visible(p.text)}</code>`;
    case 'a': return html`<${Link} ...${p} />`;
  }
};

/** Where a link leads is always said in full, so that its words cannot deceive. */
function Link({href, text, image}) {
  const go = label => html`<a href=${href} target="_blank" rel="noopener noreferrer nofollow">${label}</a>`;
  const same = text === href || text + '/' === href;
  if (same) return go(href);
  return html`<span class="link">${image ? 'image ' : ''}${go(visible(text))} <span class="addr">(${href})</span></span>`;
}

const NAME = /(@[A-Za-z0-9_-]+)/;

/** What names somebody stands out. */
function mentions(text, named) {
  if (!named || !named.length) return visible(text);
  return text.split(NAME).map((piece, i) => i % 2 && named.some(name => name.toLowerCase() === piece.toLowerCase())
    ? html`<span class="at mention">${piece}</span>` : visible(piece));
}

/** Code as it was written. Only the lines of a diff have a colour. */
export function Code({info, lang, text}) {
  const [copied, setCopied] = useState(false);
  const diff = lang === 'diff' || lang === 'patch';
  async function copy(event) {
    const ok = await toClipboard(text, event.target.closest('.code').querySelector('code'));
    setCopied(ok);
    if (ok) setTimeout(() => setCopied(false), 2000);
  }
  return html`
    <div class="code">
      <button class="btn s copy" onClick=${copy} aria-label=${copied ? 'Copied' : 'Copy the code'}><${Icon} name=${copied ? 'check' : 'copy'} />${copied ? 'Copied' : 'Copy'}</button>
      ${info && html`<span class="info">${visible(info)}</span>`}
      <pre tabindex="0" aria-label=${lang ? 'Code, ' + lang : 'Code'}><code>${diff ? text.split('\n').map(diffLine) : visible(text)}</code></pre>
    </div>`;
}

const diffLine = line => html`<span class=${'d' + (/^\+(?!\+\+)/.test(line) ? ' p' : /^-(?!--)/.test(line) ? ' c' : '')}>${visible(line)}${'\n'}</span>`;

/** Browsers have a clipboard only for pages of this machine or with TLS; elsewhere the text is chosen. */
async function toClipboard(text, element) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return document.execCommand('copy');
  }
}
