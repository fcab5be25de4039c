import {h} from '/vendor/preact.js';
import {useEffect, useRef, useState} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import {login} from '/live.js';

const html = htm.bind(h);

export function Login({reason, onDone}) {
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
    <form class="login" onSubmit=${submit}>
      <h1>Log in</h1>
      <p>${reason || 'The admin key is in the file admin.key of the data folder.'}</p>
      <input type="text" name="username" autocomplete="username" value="dashboard" hidden readonly />
      <label>Token
        <input type="password" name="token" autocomplete="current-password" ref=${field} value=${token} onInput=${e => setToken(e.target.value)} />
      </label>
      ${error && html`<p class="error" role="alert">${error}</p>`}
      <button class="primary" type="submit">Log in</button>
    </form>`;
}
