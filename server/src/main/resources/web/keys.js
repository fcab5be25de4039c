// What the keys do, and the list that says it. Keys do nothing while a field has the focus or a
// dialog is open. Nothing that ends an agent's session has a key.

import {h} from '/vendor/preact.js';
import {useEffect, useRef} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Dialog} from '/dialog.js';
import {choose, look} from '/live.js';
import {RANGES} from '/strip.js';
import {VIEWS} from '/views.js';

const html = htm.bind(h);
const CHORD_MILLIS = 1500;

/**
 * Listens as long as the page lives.
 *
 * @param actions what `find`, `keys`, `step` (the time, by slots or by incidents) and `next` (of the view's things) do
 */
export function useKeys(actions) {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    let chord = 0;
    const pressed = event => {
      if (event.ctrlKey || event.metaKey || event.altKey || busy(event.target)) return;
      const now = latest.current;
      const after = chord && Date.now() - chord < CHORD_MILLIS;
      chord = 0;
      if (after) {
        const view = VIEWS.find(v => v.key === event.key);
        if (view) location.hash = '#/' + view.id;
        return;
      }
      const range = RANGES[Number(event.key) - 1];
      if (event.key === 'g') chord = Date.now();
      else if (event.key === '/') now.find();
      else if (event.key === '?') now.keys();
      else if (event.key === 'j') row(1);
      else if (event.key === 'k') row(-1);
      else if (event.key === '[') now.next(-1);
      else if (event.key === ']') now.next(1);
      else if (event.key === ',') now.step(-1, false);
      else if (event.key === '.') now.step(1, false);
      else if (event.key === '<') now.step(-1, true);
      else if (event.key === '>') now.step(1, true);
      else if (event.key === 'l') look(null);
      else if (range) choose(range.id);
      else if (event.key === 'Enter' && event.target.matches('.list-row > *, .tk, [data-row]')) open(event.target);
      else if (event.key === 'Escape') now.close();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

const busy = target => target.closest?.('input, textarea, select, dialog, [contenteditable]');

/** The next row of the list gets the focus; the first in sight, if none has it. On a board: the next card. */
function row(by) {
  const cards = [...document.querySelectorAll('main .board .tk, main [data-row]')];
  if (cards.length) {
    const at = cards.indexOf(document.activeElement?.closest('.tk, [data-row]'));
    const card = cards[at < 0 ? 0 : Math.min(cards.length - 1, Math.max(0, at + by))];
    card.focus();
    card.scrollIntoView({block: 'nearest', inline: 'nearest'});
    return;
  }
  const now = document.activeElement?.closest('.list-row');
  const list = now ? now.parentElement : document.querySelector('main .list-part');
  if (!list) return;
  const box = list.closest('.list').getBoundingClientRect();
  let to = now ? (by > 0 ? now.nextElementSibling : now.previousElementSibling) : [...list.children].find(r => r.getBoundingClientRect().top >= box.top);
  while (to && !to.firstElementChild?.matches('[tabindex]')) to = by > 0 ? to.nextElementSibling : to.previousElementSibling;
  to?.firstElementChild.focus();
  to?.scrollIntoView({block: 'nearest'});
}

/** What a click on the main thing of a row does. */
const open = target => (target.querySelector('[data-open], .agent-link, .whole, .thr, .fold-line') || target).click();

const KEYS = [
  ['/', 'find or go to'],
  ['j k', 'next, previous row or card; arrows between columns'],
  ['Enter Esc', 'open, close'],
  ['[ ]', 'previous, next agent, seat, channel or task'],
  [', .', 'time back, forward by one slot; with Shift by one incident'],
  ['l', 'live'],
  ['1 2 3 4 5', RANGES.map(r => r.word).join(', ')],
  ['?', 'this list'],
];

export const Keys = ({onClose}) => html`
  <${Dialog} title="Keys" onClose=${onClose}>
    <dl class="keys">
      <dt><kbd>g</kbd> then ${VIEWS.filter(v => v.key).map(v => html`<kbd>${v.key}</kbd> `)}</dt><dd>${VIEWS.filter(v => v.key).map(v => v.word).join(', ')}</dd>
      ${KEYS.map(([keys, does]) => html`<dt key=${keys}>${keys.split(' ').map(k => html`<kbd>${k}</kbd> `)}</dt><dd>${does}</dd>`)}
    </dl>
    <div class="buttons"><button class="btn" onClick=${onClose}>Close</button></div>
  </${Dialog}>`;
