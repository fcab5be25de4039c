// The wake journal of a seat: each decision with its reasons; opened, its proofs and inputs.

import {h} from '/vendor/preact.js';
import {useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Icon} from '/icons.js';
import {api, look, state} from '/live.js';
import {useOpened} from '/opened.js';
import {Empty, Seg, visible} from '/parts.js';
import {count, moment, span, time} from '/words.js';

const html = htm.bind(h);
const PAGE = 100;
const DAY = 86_400_000;

/** The decisions as the server has them; those of an earlier page stay. */
export function useJournal(id, admin) {
  const [page, setPage] = useState({decisions: [], before: null});
  const [error, setError] = useState('');
  const asked = useRef(0);
  const path = '/seats/' + encodeURIComponent(id) + '/decisions?limit=' + PAGE + (state.at === null ? '' : '&at=' + Math.round(state.at));
  const ask = (more, then) => {
    if (!admin) return;
    const mine = ++asked.current;
    api(path + more).then(a => { if (mine === asked.current) { then(a); setError(''); } }, e => setError(e.message));
  };
  return {
    ...page,
    error,
    load: () => ask('', a => setPage(p => {
      const older = a.decisions.length && state.at === null ? p.decisions.filter(d => d.n < a.decisions.at(-1).n) : [];
      return {decisions: a.decisions.concat(older), before: older.length ? p.before : a.before};
    })),
    more: () => ask('&before=' + page.before, a => setPage(p => ({decisions: p.decisions.concat(a.decisions), before: a.before}))),
  };
}

const names = d => d.obstacles.map(r => r.name).join();

/** Equal refusals in a row are one line. */
function runs(decisions) {
  const rows = [];
  for (const d of decisions) {
    const run = rows.at(-1);
    if (run && !run.woken && !d.woken && names(run) === names(d)) {
      run.times += d.times;
      run.first_at = Math.min(run.first_at, d.first_at);
      run.rows++;
    } else rows.push({...d, rows: 1});
  }
  return rows;
}

/** The newest moment of this time of day that is not in the future. */
function momentOf(text) {
  const found = /^(\d{1,2}):(\d{2})$/.exec(text.trim());
  if (!found || found[1] > 23 || found[2] > 59) return null;
  const end = state.at ?? Date.now() + state.skew;
  const day = new Date(end);
  day.setHours(Number(found[1]), Number(found[2]), 59, 999);
  return day.getTime() - 59_999 > end ? day.getTime() - DAY : day.getTime();
}

export function Journal({id, name, journal, now}) {
  const [shown, setShown] = useState('all');
  const [when, setWhen] = useState('');
  const [answer, setAnswer] = useState(null);
  const opened = useOpened();
  const all = runs(journal.decisions);
  const woken = all.filter(d => d.woken);
  const held = all.filter(d => !d.woken);
  const rows = shown === 'woken' ? woken : shown === 'held' ? held : all;
  const sum = list => list.reduce((n, d) => n + d.times, 0) + (journal.before ? '+' : '');
  async function why(event) {
    event.preventDefault();
    const at = momentOf(when);
    if (at === null) { setAnswer({text: 'Write a time such as 03:10.'}); return; }
    try {
      const found = (await api('/seats/' + encodeURIComponent(id) + '/why?at=' + at)).decision;
      setAnswer({at, decision: {...found, rows: 1}});
    } catch (e) {
      setAnswer({at, text: e.status === 404 ? 'No decision about it was stored by then.' : e.message});
    }
  }
  return html`
    <section class="card did journal" aria-label="Wake journal">
      <header><h2>Why ${visible(name)} was woken, or not</h2>
        <span class="acts"><${Seg} label="Decisions" options=${[['all', 'All'], ['woken', 'Woken ' + sum(woken)], ['held', 'Not woken ' + sum(held)]]} value=${shown} onChoose=${setShown} />
          <form onSubmit=${why}><input class="field" aria-label="Why not at" placeholder="Why not at 03:10?" value=${when} onInput=${e => setWhen(e.target.value)} /></form></span>
      </header>
      <div class="decs">
        ${answer && html`
          <div class="answer" role="status">
            <p><b>${answer.at ? 'At ' + time(answer.at).slice(0, 5) + ' this was in force' : ''}</b> <button class="btn bare icon" aria-label="Close the answer" onClick=${() => setAnswer(null)}><${Icon} name="x" /></button></p>
            ${answer.decision ? html`<${Decision} d=${answer.decision} id=${id} open onOpen=${() => setAnswer(null)} />` : html`<p>${answer.text}</p>`}
          </div>`}
        ${journal.error && html`<p class="pad error" role="alert">The journal could not be loaded: ${journal.error}</p>`}
        ${rows.length === 0 && !journal.error && html`<${Empty} icon="clock" title=${shown === 'all' ? 'No decision yet' : 'None of these'}>The pulse looks at each seat every few minutes and stores each answer with its reasons.</${Empty}>`}
        ${rows.map(d => html`<${Decision} key=${d.n} d=${d} id=${id} now=${now} ...${opened(d.n)} />`)}
        ${journal.before && html`<p class="pad"><button class="btn" onClick=${journal.more}>Older decisions</button></p>`}
      </div>
    </section>`;
}

const because = reasons => reasons.map(r => r.words).join('; ') || 'of reasons that this version does not know';

const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

function result(d) {
  if (!d.woken) return 'nothing was sent';
  const after = d.proof_at ? ' after ' + span(d.proof_at - d.first_at) : '';
  return {
    stored: 'stored, not yet sent', offered: 'offered' + after, retrieved: 'mail taken' + after, started: 'turn started' + after, acted: 'acted' + after,
    failed: 'failed' + after, unknown: 'not known if it came', abandoned: 'nothing was heard of it',
  }[d.proof] || '';
}

const ACTIONS = {message: 'By a message in its open session.', nudge: 'By a nudge in its harness.', start: 'By a new session.', webhook: 'By its webhook.'};

function Decision({d, id, open, onOpen}) {
  const times = d.times > 1 ? ', ' + count(d.times, 'time') : '';
  const clock = time(d.first_at).slice(0, 5);
  const end = time(d.last_at).slice(0, 5);
  const second = d.woken ? ACTIONS[d.action] || '' : d.causes.length ? 'Otherwise it would have been woken: ' + because(d.causes) + '.' : '';
  const bad = ['failed', 'abandoned', 'unknown'].includes(d.proof);
  return html`
    <article class=${'dec' + (open ? ' open' : '') + (d.woken ? ' woken' : '')} data-row data-n=${d.n} tabindex="-1">
      <button class="dec-line" data-open aria-expanded=${!!open} onClick=${onOpen}>
        <time title=${moment(d.first_at) + (d.last_at > d.first_at ? ' to ' + moment(d.last_at) : '')}>${clock}${!d.woken && end !== clock ? '–' + end : ''}</time>
        <span class="verdict"><i class=${d.woken ? 'woke' : 'held'}></i>${d.woken ? 'Woken' : 'Not woken'}</span>
        <span class="two"><span>${capital(because(d.woken ? d.causes : d.obstacles))}${times}</span><small>${second}</small></span>
        <span class=${'result' + (bad ? ' broken' : '')}>${result(d)}</span>
      </button>
      ${open && html`<${Evidence} d=${d} id=${id} />`}
    </article>`;
}

function Evidence({d, id}) {
  const [replayed, setReplayed] = useState(null);
  const replay = () => api('/seats/' + encodeURIComponent(id) + '/replay?n=' + d.n).then(setReplayed, e => setReplayed({error: e.message}));
  return html`
    <div class="evidence">
      ${d.ladder && html`
        <ol class="ladder" aria-label="Proof">${d.ladder.map(s => html`
          <li key=${s.step} class=${s.reached ? 'reached' : ''}><i></i><span>${s.step}</span><small>${s.at ? time(s.at) : s.reached ? 'time not stored' : 'not proven'}</small></li>`)}</ol>`}
      ${d.proof === 'abandoned' && html`<p class="broken">Given up: nothing was heard of it in time.</p>`}
      ${d.warnings.length > 0 && html`<p class="q">Note: ${because(d.warnings)}.</p>`}
      ${d.inputs.length ? html`<dl class="inputs">${d.inputs.map(i => html`<div key=${i.name}><dt>${i.name}</dt><dd>${words(i.value)}</dd></div>`)}</dl>` : html`<p class="q">Its inputs cannot be read by this version.</p>`}
      <p class="acts"><button class="btn" onClick=${replay}>Replay the decision</button><button class="btn bare" onClick=${() => look(d.first_at)}>Go to ${time(d.first_at).slice(0, 5)}</button>
        ${replayed && html`<span class="replayed" role="status">${replayed.error ? html`<span class="error">${replayed.error}</span>` : replayed.same ? 'The same answer today.' : 'Another answer today: ' + (replayed.woken ? 'woken' : 'not woken') + ', because ' + because(replayed.reasons) + '.'}</span>`}</p>
    </div>`;
}

/** Times of the server as this machine says them. */
const words = value => value.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, at => time(Date.parse(at)));
