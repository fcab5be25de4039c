// Find an agent, a channel or a view, and go there.

import {h} from '/vendor/preact.js';
import {useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Dialog} from '/dialog.js';
import {Icon} from '/icons.js';
import {state} from '/live.js';
import {Avatar, stateOf, visible} from '/parts.js';
import {VIEWS} from '/views.js';

const html = htm.bind(h);
const MOST = 12;

/** What fits: what begins with the words before what only has them in it. */
function found(text) {
  const needle = text.trim().toLowerCase();
  const places = [
    ...VIEWS.filter(v => v.word && !v.inList).map(v => ({href: '#/' + v.id, name: v.word, what: 'view', icon: v.icon})),
    ...state.channels.map(c => ({href: '#/channel/' + encodeURIComponent(c.name), name: c.name, what: c.private ? 'private channel' : 'channel', icon: c.private ? 'lock' : 'hash'})),
    ...[...state.names].map(([id, name]) => ({href: '#/agent/' + encodeURIComponent(id), name, id, what: stateOf(state.agents.get(id))})).filter(a => a.id.startsWith('@') && a.id !== '@server'),
  ];
  const rank = p => {
    const name = p.name.toLowerCase().replace(/^#/, '');
    return name.startsWith(needle.replace(/^[#@]/, '')) ? 0 : (name + ' ' + (p.id || '')).includes(needle) ? 1 : 2;
  };
  return places.map(p => [rank(p), p]).filter(([r]) => r < 2).sort((a, b) => a[0] - b[0]).slice(0, MOST).map(([, p]) => p);
}

export function Find({onClose}) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const all = found(text);
  const go = place => { onClose(); if (place) location.hash = place.href; };
  function pressed(event) {
    const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (by) { event.preventDefault(); setChosen(c => Math.min(all.length - 1, Math.max(0, c + by))); }
    else if (event.key === 'Enter') { event.preventDefault(); go(all[chosen]); }
  }
  return html`
    <${Dialog} title="Find or go to" onClose=${onClose}>
      <input class="field" type="search" aria-label="Find or go to" placeholder="An agent, a channel, a view" value=${text} onInput=${e => { setText(e.target.value); setChosen(0); }} onKeyDown=${pressed} />
      <ul class="found" role="listbox" aria-label="Found">
        ${all.map((p, i) => html`
          <li key=${p.href} role="option" aria-selected=${i === chosen} onClick=${() => go(p)} onMouseMove=${() => setChosen(i)} title=${p.id || ''}>
            ${p.icon ? html`<${Icon} name=${p.icon} />` : html`<${Avatar} name=${p.name} size="s" />`}<span class="cut">${visible(p.name)}</span><span class="q">${p.what}</span>
          </li>`)}
        ${all.length === 0 && html`<li class="q">Nothing has “${visible(text)}” in its name.</li>`}
      </ul>
      <button class="btn bare sr" onClick=${onClose}>Close</button>
    </${Dialog}>`;
}
