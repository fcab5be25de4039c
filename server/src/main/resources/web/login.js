import {h} from '/vendor/preact.js';
import {useEffect, useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {login, state} from '/live.js';
import {Head} from '/parts.js';

const html = htm.bind(h);

export function Login({onDone, onCancel}) {
  const [token, setToken] = useState('');
  const [error, setError] = useState('');
  const field = useRef(null);
  useEffect(() => field.current.focus(), []);
  async function submit(event) {
    event.preventDefault();
    try {
      await login(token);
      setToken('');
      onDone();
    } catch (e) {
      setError(e.message);
    }
  }
  return html`
    <section class="view" aria-label="Log in">
      ${state.role !== 'none' && html`<${Head} title="Log in" />`}
      <form class="login card" onSubmit=${submit}>
        <h2>Log in</h2>
        <p>The admin key is in the file admin.key of the data folder.</p>
        <input type="text" name="username" autocomplete="username" value="dashboard" hidden readonly />
        <label>Token
          <input class="field" type="password" name="token" autocomplete="current-password" ref=${field} value=${token} onInput=${e => setToken(e.target.value)} />
        </label>
        ${error && html`<p class="error" role="alert">${error}</p>`}
        <div class="buttons">${onCancel && html`<button class="btn" type="button" onClick=${onCancel}>Cancel</button>`}<button class="btn main" type="submit">Log in</button></div>
      </form>
    </section>`;
}
