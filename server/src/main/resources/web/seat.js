// One seat: its lane, the wakes and refusals on it, why it was woken or not, its sessions and handoffs.

import {h} from '/vendor/preact.js';
import {useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Icon} from '/icons.js';
import {Journal, useJournal} from '/journal.js';
import {Axis, Lane, LaneLegend, place} from '/lane.js';
import {api, call, state} from '/live.js';
import {Ago, AgentLink, Avatar, Empty, Head, Time, visible} from '/parts.js';
import {Prose} from '/prose.js';
import {spanQuery, Unread, useFresh} from '/seats.js';
import {Budget, nextOf, SeatState, used} from '/seatstate.js';
import {taskAddress, TaskState} from '/taskstate.js';
import {count, moment, time} from '/words.js';

const html = htm.bind(h);

export function Seat({rest: id, now}) {
  const [seat, setSeat] = useState(null);
  const [error, setError] = useState('');
  const admin = state.role === 'admin';
  const journal = useJournal(id, admin);
  useFresh(() => {
    const at = state.at;
    api('/seats/' + encodeURIComponent(id) + spanQuery(480)).then(a => {
      if (at !== state.at) return;
      call(a.id, a.name);
      setSeat(a);
      setError('');
    }, e => setError(e.message));
    journal.load();
  }, id, [id, state.at, state.era]);
  const crumb = html`<span class="crumb"><a href="#/seats">Seats</a> / </span>${visible(seat ? seat.name : 'a seat')}`;
  if (!seat) return html`<section class="view" aria-label="Seat"><${Head} title=${crumb} />${error ? html`<${Empty} icon="seat" title="No such seat"><span class="error" role="alert">${error}</span></${Empty}>` : html`<p class="boot">Loading…</p>`}</section>`;
  const span = {from: seat.from, to: seat.to};
  return html`
    <section class="view seat-page" aria-label=${seat.name}>
      <${Head} title=${crumb} />
      ${error && html`<p class="notice error" role="alert">The seat could not be loaded: ${error}. The page tries again.</p>`}
      <div class="body columns">
        <div class="idhead">
          <${Avatar} name=${seat.name} size="l" />
          <div class="two">
            <span class="nm">${visible(seat.name)} <${SeatState} seat=${seat} now=${state.at ?? now} /></span>
            <small>${seat.harness ? visible(seat.harness) + ' · ' : ''}${seat.session ? 'session ' + seat.session + ' · ' : ''}<span class="id">${id}</span> · ${nextOf(seat)}</small>
          </div>
        </div>
        <section class="card night" aria-label="Last 12 hours">
          <header><h2>${state.at === null ? 'Last 12 hours' : 'The 12 hours before'}</h2><${LaneLegend} /></header>
          <div class="pad rail">
            <span class="q">State</span><${Lane} parts=${seat.lane} span=${span} name=${seat.name} />
            ${admin && html`<span class="q">Wakes</span><${Marks} decisions=${journal.decisions} span=${span} />`}
            <span></span><${Axis} span=${span} end=${state.at === null ? 'now' : 'then'} />
          </div>
        </section>
        <div class="cols">
          ${admin ? html`<${Journal} id=${id} name=${seat.name} journal=${journal} now=${now} />`
            : html`<section class="card did"><header><h2>Why it was woken, or not</h2></header><${Empty} icon="key" title="Administrators see the wake journal">Log in with the admin key to see each decision, its reasons and its inputs.</${Empty}></section>`}
          <div class="stack">
            <section class="card"><header><h2>Now</h2></header>
              <dl class="facts">
                <dt>Wakes today</dt><dd><${Budget} seat=${seat} /></dd>
                <dt>Unread</dt><dd><${Unread} unread=${seat.unread} /></dd>
                ${admin && html`<dt>Task</dt><dd>${seat.task ? html`<a class="cut" href=${taskAddress(seat.task.id)}>${visible(seat.task.title)}</a> <${TaskState} name=${seat.task.state} />` : html`<span class="q">none</span>`}</dd>
                  <dt>Model</dt><dd>${seat.use?.model ? visible(seat.use.model) + ', ' : ''}${used(seat.use)}</dd>
                  <dt>Quiet hours</dt><dd>${seat.quiet ? seat.quiet + (seat.is_quiet ? ', now' : '') : html`<span class="q">none</span>`}</dd>`}
                <dt>Agent</dt><dd><${AgentLink} id=${id} name=${seat.name} /></dd>
              </dl>
            </section>
            ${admin && html`<${Handoffs} all=${seat.handoffs} now=${now} /><${Sessions} all=${seat.sessions} now=${now} />`}
          </div>
        </div>
      </div>
    </section>`;
}

/** Wakes as triangles, refusals as rings. Those of a run stand where it began. */
const Marks = ({decisions, span}) => html`
  <div class="marks" role="img" aria-label=${count(decisions.filter(d => d.woken).length, 'wake')}>
    ${decisions.filter(d => d.first_at >= span.from && d.first_at <= span.to).map(d => html`<i key=${d.n} class=${d.woken ? 'woke' : 'held'} style=${{left: place(d.first_at, span).toFixed(3) + '%'}} title=${(d.woken ? 'Woken' : 'Not woken') + ' at ' + moment(d.first_at)}></i>`)}
  </div>`;

const PARTS = [['done', 'Done'], ['next', 'Next'], ['questions', 'Open']];

function Handoffs({all, now}) {
  const [open, setOpen] = useState(false);
  const shown = open ? all : all.slice(0, 1);
  return html`
    <section class="card"><header><h2>Handoff</h2><span class="n">${all.length}</span></header>
      ${all.length === 0 && html`<p class="pad q">No session has handed over yet.</p>`}
      ${shown.map(note => html`
        <div class="pad handoff" key=${note.number}>
          <p class="q">${note.author === 'agent' ? 'By its agent' : note.author === 'dream' ? 'Put together afterwards' : 'By its harness'}, <${Ago} ms=${note.at} now=${now} /></p>
          ${PARTS.filter(([key]) => note[key]).map(([key, word]) => html`<h3 key=${key}>${word}</h3><${Prose} text=${note[key]} />`)}
          ${note.worked_on.length > 0 && html`<p class="q">Worked on: ${note.worked_on.map((thing, i) => html`${i > 0 && ', '}${visible(thing)}`)}</p>`}
        </div>`)}
      ${all.length > 1 && html`<p class="pad"><button class="btn s" onClick=${() => setOpen(!open)}>${open ? 'Only the last' : 'All ' + all.length}</button></p>`}
    </section>`;
}

const Sessions = ({all, now}) => html`
  <section class="card"><header><h2>Sessions</h2><span class="n">${all.length}</span></header>
    ${all.length === 0 ? html`<p class="pad q">No session was ever started.</p>` : html`
      <ul class="rows">
        ${all.map(s => html`
          <li key=${s.id}><span class="two"><span><${Icon} name="right" /> <${Time} ms=${s.started_at} /> to ${s.ended_at ? html`<${Time} ms=${s.ended_at} />` : s.seen_at ? 'now' : 'nothing heard yet'}${s.ending ? ', ' + s.ending : ''}</span>
            <small><span class="id">${s.id}</span>${s.origin ? html` after <span class="id">${s.origin}</span>` : ''} · ${s.reason} · ${used(s.use)}</small></span></li>`)}
      </ul>`}
  </section>`;
