// What is around every view: the side bar, and the tabs of a phone.

import {h} from '/vendor/preact.js';
import {useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Dialog} from '/dialog.js';
import {Brand, Icon} from '/icons.js';
import {logout, state} from '/live.js';
import {visible} from '/parts.js';
import {FIRST, VIEWS} from '/views.js';

const html = htm.bind(h);
const TABS = 5;
const CHANNELS_SHOWN = 100;

const shown = view => view.of || view.id;

function Entry({v, current}) {
  const n = v.count ? v.count() : 0;
  return html`<a aria-current=${current === v.id ? 'page' : null} href=${'#/' + v.id} title=${v.word}><${Icon} name=${v.icon} /><span class="word">${v.word}</span>${n > 0 && html`<span class=${'n' + (v.hot ? ' hot' : '')}>${n}</span>`}</a>`;
}

export function Side({where, view, onFind, onKeys, onTheme, onLogin}) {
  const current = shown(view);
  const here = view.id === 'channel' ? where.rest || '#general' : '';
  return html`
    <aside class="side" aria-label="Menu">
      <a class="brand" href=${'#/' + FIRST.id}><${Brand} /><span class="word">Reveille</span></a>
      <button class="find" onClick=${onFind} title="Find or go to"><${Icon} name="search" /><span class="word">Find or go to</span><kbd>/</kbd></button>
      <nav class="nav" aria-label="Views">${VIEWS.filter(v => v.word && !v.inList).map(v => html`<${Entry} key=${v.id} v=${v} current=${current} />`)}</nav>
      <h2>Channels</h2>
      <nav class="nav small" aria-label="Channels">
        ${state.channels.slice(0, CHANNELS_SHOWN).map(c => {
          const fresh = c.name === here ? 0 : state.fresh.get(c.name) || 0;
          return html`
            <a key=${c.name} class=${fresh ? 'unread' : ''} aria-current=${c.name === here ? 'page' : null} href=${'#/channel/' + encodeURIComponent(c.name)} title=${c.name + (c.private ? ', private' : '') + ', members: ' + c.members}>
              <${Icon} name=${c.private ? 'lock' : 'hash'} /><span class="word cut">${visible(c.name.slice(1))}</span>${fresh > 0 && html`<span class="n new" title="new since you looked">${fresh > 999 ? '999+' : fresh}</span>`}
            </a>`;
        })}
        ${state.channels.length > CHANNELS_SHOWN && html`<span class="more">${state.channels.length - CHANNELS_SHOWN} more; press / to find them</span>`}
      </nav>
      <div class="foot">
        <${Account} onLogin=${onLogin} />
        <span class="row"><button class="btn bare" onClick=${onTheme} title="Light or dark"><${Icon} name="moon" /><span class="word">Theme</span></button><button class="btn bare" onClick=${onKeys} title="Keys"><${Icon} name="ask" /><span class="word">Keys</span></button></span>
      </div>
    </aside>`;
}

const Account = ({onLogin}) => state.role === 'admin' || state.role === 'viewer'
  ? html`<button class="btn bare account" onClick=${() => logout()} title="Log out"><${Icon} name="key" /><span class="word">Log out (${state.role})</span></button>`
  : state.role === 'guest' && html`<button class="btn bare account" onClick=${onLogin} title="Log in"><${Icon} name="key" /><span class="word">Log in</span></button>`;

/** The first views are tabs; More has the others, and what is at the foot of the side bar. */
export function Tabs({view, onTheme, onKeys, onFind, onLogin}) {
  const [more, setMore] = useState(false);
  const all = VIEWS.filter(v => v.word);
  const current = shown(view);
  const close = () => setMore(false);
  const then = action => () => { close(); action(); };
  return html`
    <nav class="tabs" aria-label="Views">
      ${all.slice(0, TABS).map(v => html`<a key=${v.id} aria-current=${current === v.id ? 'page' : null} href=${'#/' + v.id}><${Icon} name=${v.icon} />${v.word}</a>`)}
      <button onClick=${() => setMore(true)}><${Icon} name="more" />More</button>
      ${more && html`
        <${Dialog} title="More" onClose=${close}>
          <div class="menu">
            ${all.slice(TABS).map(v => html`<a class="btn" key=${v.id} href=${'#/' + v.id} onClick=${close}>${v.word}</a>`)}
            <button class="btn" onClick=${then(onFind)}>Find or go to</button>
            <button class="btn" onClick=${then(onTheme)}>Light or dark</button>
            <button class="btn" onClick=${then(onKeys)}>Keys</button>
            ${state.role === 'guest' && html`<button class="btn" onClick=${then(onLogin)}>Log in</button>`}
            ${(state.role === 'admin' || state.role === 'viewer') && html`<button class="btn" onClick=${then(() => logout())}>Log out (${state.role})</button>`}
          </div>
        </${Dialog}>`}
    </nav>`;
}
