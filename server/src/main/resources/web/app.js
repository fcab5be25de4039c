import {h, render} from '/vendor/preact.js';
import {useEffect, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {logout, start, state, subscribe} from '/live.js';
import {Login} from '/login.js';
import {Agent} from '/agent.js';
import {Agents} from '/agents.js';
import {Channels} from '/channel.js';
import {Activity} from '/activity.js';
import {Numbers} from '/numbers.js';

const html = htm.bind(h);
const VIEWS = [['agents', 'Agents'], ['channel', 'Channels'], ['activity', 'Activity'], ['numbers', 'Numbers']];

function route() {
  const [view, rest] = location.hash.replace(/^#\/?/, '').split('/');
  let word = '';
  try {
    word = rest ? decodeURIComponent(rest) : '';
  } catch { /* a link that was cut off leads to the view alone */ }
  return {view: view || 'agents', rest: word};
}

function theme(next) {
  if (next) localStorage.setItem('theme', next);
  const chosen = localStorage.getItem('theme');
  if (chosen) document.documentElement.dataset.theme = chosen;
  return chosen || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

function App() {
  const [, redraw] = useState(0);
  const [where, setWhere] = useState(route());
  const [now, setNow] = useState(Date.now());
  const [asking, setAsking] = useState(false);
  const [look, setLook] = useState(theme());
  useEffect(() => subscribe(() => redraw(n => n + 1)), []);
  useEffect(() => {
    const went = () => setWhere(route());
    addEventListener('hashchange', went);
    const tick = setInterval(() => setNow(Date.now() + state.skew), 250);
    return () => { removeEventListener('hashchange', went); clearInterval(tick); };
  }, []);

  const shown = where.view === 'agent' ? 'agents' : where.view;
  const gate = state.role === 'none' || asking || where.view === 'login';
  return html`
    <header>
      <a class="brand" href="#/agents"><img src="/icon.svg" alt="" width="24" height="24" /> Reveille</a>
      <nav aria-label="Views">
        ${VIEWS.map(([id, word]) => html`<a key=${id} class=${shown === id ? 'chosen' : ''} aria-current=${where.view === id ? 'page' : null} href=${'#/' + id}>${word}</a>`)}
      </nav>
      <span class=${'state ' + (state.online ? 'on' : 'off')} role="status">${state.role === 'none' || state.role === '' ? '' : state.online ? 'live' : 'reconnecting…'}</span>
      <button onClick=${() => setLook(theme(look === 'dark' ? 'light' : 'dark'))} aria-label=${'Switch to ' + (look === 'dark' ? 'light' : 'dark')}>${look === 'dark' ? '☀' : '☾'}</button>
      ${state.role === 'admin' || state.role === 'viewer'
        ? html`<button onClick=${() => logout()}>Log out (${state.role})</button>`
        : state.role === 'guest' && html`<button onClick=${() => setAsking(true)}>Log in</button>`}
    </header>
    <main>
      ${state.role === ''
        ? html`<p class="boot">Loading…</p>`
        : gate ? html`<${Login} onDone=${() => { setAsking(false); if (where.view === 'login') location.hash = '#/agents'; }} />`
        : where.view === 'channel' ? html`<${Channels} key=${state.era} name=${where.rest} />`
        : where.view === 'activity' ? html`<${Activity} key=${state.era} at=${where.rest} />`
        : where.view === 'numbers' ? html`<${Numbers} key=${look} />`
        : where.view === 'agent' && where.rest ? html`<${Agent} key=${state.era + where.rest} id=${where.rest} now=${now} />`
        : html`<${Agents} key=${state.era} now=${now} />`}
    </main>`;
}

theme();
const app = document.getElementById('app');
app.textContent = '';
render(html`<${App} />`, app);
start().catch(() => setTimeout(() => location.reload(), 2000));
