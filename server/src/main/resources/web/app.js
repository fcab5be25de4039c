import {h, render} from '/vendor/preact.js';
import {useEffect, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {greet} from '/away.js';
import {Past, Silent} from '/banner.js';
import {Find} from '/find.js';
import {Side, Tabs} from '/frame.js';
import {Keys, useKeys} from '/keys.js';
import {look as lookAt, start, state, subscribe} from '/live.js';
import {Login} from '/login.js';
import {TimeBar, useTime} from '/timebar.js';
import {FIRST, VIEWS} from '/views.js';

const html = htm.bind(h);

function route() {
  const [id, rest] = location.hash.replace(/^#\/?/, '').split('/');
  let word = '';
  try {
    word = rest ? decodeURIComponent(rest) : '';
  } catch { /* a link that was cut off leads to the view alone */ }
  return {id: id || FIRST.id, rest: word};
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
  const [front, setFront] = useState('');
  const [look, setLook] = useState(theme());
  const [timeShown, setTimeShown] = useState(false);
  useEffect(() => subscribe(() => redraw(n => n + 1)), []);
  useEffect(() => {
    const went = () => setWhere(route());
    const shown = () => setTimeShown(t => !t);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const changed = () => setLook(theme());
    addEventListener('hashchange', went);
    addEventListener('show-time', shown);
    scheme.addEventListener('change', changed);
    const tick = setInterval(() => setNow(Date.now() + state.skew), 250);
    return () => {
      removeEventListener('hashchange', went);
      removeEventListener('show-time', shown);
      scheme.removeEventListener('change', changed);
      clearInterval(tick);
    };
  }, []);
  const known = useTime();
  const view = VIEWS.find(v => v.id === where.id && (!v.of || where.rest)) || FIRST;
  const actions = {
    find: () => setFront('find'),
    keys: () => setFront('keys'),
    step: known.step,
    close: () => { if (state.at !== null) lookAt(null); else if (view.of) location.hash = '#/' + view.of; },
    next(by) {
      const all = view.next ? view.next() : [];
      const at = all.indexOf(location.hash);
      if (all.length) location.hash = all[(at < 0 ? 0 : at + by + all.length) % all.length];
    },
  };
  useKeys(actions);

  if (state.role === '') return html`<p class="boot">Loading…</p>`;
  const asks = state.role === 'none' || front === 'login' || where.id === 'login';
  const onTheme = () => setLook(theme(look === 'dark' ? 'light' : 'dark'));
  const close = () => setFront('');
  const loggedIn = () => { close(); if (where.id === 'login') location.hash = '#/' + FIRST.id; };
  const menu = {view, where, onTheme, onKeys: actions.keys, onFind: actions.find, onLogin: () => setFront('login')};
  if (state.role === 'none') return html`<main class="alone"><${Login} onDone=${loggedIn} /></main>`;
  return html`
    <div class=${'frame' + (timeShown ? ' with-time' : '')}>
      <${Side} ...${menu} />
      <main class="page">
        <${Silent} now=${now} />
        ${state.at !== null && html`<${Past} at=${state.at} about=${view.past} />`}
        ${asks ? html`<${Login} onDone=${loggedIn} onCancel=${where.id === 'login' ? null : close} />`
          : html`<${view.view} key=${state.era + view.id + (view.of ? where.rest : '')} rest=${where.rest} now=${now} look=${look} />`}
      </main>
      <${TimeBar} known=${known} now=${now} />
      <${Tabs} ...${menu} />
    </div>
    ${front === 'find' && html`<${Find} onClose=${close} />`}
    ${front === 'keys' && html`<${Keys} onClose=${close} />`}`;
}

theme();
const app = document.getElementById('app');
app.textContent = '';
render(html`<${App} />`, app);
start().then(greet).catch(() => setTimeout(() => location.reload(), 2000));
