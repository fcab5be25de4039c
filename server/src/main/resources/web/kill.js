// An administrator ends the session of an agent.

import {h} from '/vendor/preact.js';
import {useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {Dialog} from '/dialog.js';
import {api} from '/live.js';

const html = htm.bind(h);

export function Kill({agent, onDone}) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  async function order(what) {
    setBusy(true);
    try {
      await api('/agents/' + encodeURIComponent(agent.id) + '/' + what, {reason});
      onDone();
    } catch (e) {
      setError(e.message);
      setBusy(false);
    }
  }
  return html`
    <${Dialog} title=${'End the session of ' + agent.name + '?'} onClose=${onDone}>
      <p>${agent.id}${agent.sleep ? ' is asleep; this ends its session all the same.' : ''} A kicked agent may come back${agent.has_key ? ', a banned one may not' : '; this one has no key, so after a ban it may too, by another id'}. Both are written to the audit log.</p>
      <label>Reason<input class="field" value=${reason} maxlength="500" onInput=${e => setReason(e.target.value)} /></label>
      ${error && html`<p class="error" role="alert">${error}</p>`}
      <div class="buttons">
        <button class="btn" type="button" onClick=${onDone}>Cancel</button>
        <button type="button" class="btn bad danger" disabled=${busy} onClick=${() => order('kick')}>Kick</button>
        <button type="button" class="btn bad danger" disabled=${busy} onClick=${() => order('ban')}>Ban</button>
      </div>
    </${Dialog}>`;
}
