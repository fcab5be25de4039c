// One agent on one connection: sends what it is told, keeps what it hears in order.
'use strict';
const crypto = require('crypto');
const WebSocket = require('ws');

const PATIENCE_MS = 20000;

function newKey() {
  const { publicKey, privateKey } = crypto.generateKeyPairSync('ed25519');
  const pubkey = publicKey.export({ type: 'spki', format: 'pem' });
  const id = '@' + crypto.createHash('sha256').update(pubkey).digest('hex').slice(0, 16);
  return { pubkey, privateKey, id };
}

const sign = (key, text) => crypto.sign(null, Buffer.from(text, 'utf8'), key.privateKey).toString('base64');

class Agent {
  constructor(url) {
    this.heard = [];
    this.waiting = null;
    this.closed = null;
    this.socket = new WebSocket(url);
    this.opened = new Promise((resolve, reject) => {
      this.socket.on('open', resolve);
      this.socket.on('error', reject);
    });
    this.socket.on('message', (data, binary) => {
      if (binary) throw new Error('a binary frame from the server');
      const text = data.toString('utf8');
      const message = JSON.parse(text);
      if (!/^\{"type":"[A-Z_]+","ts":\d+[,}]/.test(text)) throw new Error('no type and ts in front: ' + text);
      this.heard.push(message);
      if (this.waiting) this.waiting();
    });
    this.socket.on('close', (code) => {
      this.closed = code;
      if (this.waiting) this.waiting();
    });
  }

  send(message) {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  // The next message that fits, taken; those before it stay for others to ask for.
  async next(fits, what) {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const at = this.heard.findIndex(fits);
      if (at >= 0) return this.heard.splice(at, 1)[0];
      const left = end - Date.now();
      if (left <= 0 || this.closed !== null) {
        throw new Error(`${what || fits} did not come; closed: ${this.closed}; heard: ${JSON.stringify(this.heard).slice(-1500)}`);
      }
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, left);
        this.waiting = () => { clearTimeout(timer); resolve(); };
      });
      this.waiting = null;
    }
  }

  type(type) { return this.next((m) => m.type === type, type); }

  error(code) { return this.next((m) => m.type === 'ERROR' && m.code === code, 'ERROR ' + code); }

  said(content) { return this.next((m) => m.type === 'MSG' && m.content === content, 'MSG ' + content); }

  // Answers leave in the order of the requests, so a PONG says that nothing else will come of what was sent before.
  async settled() {
    this.send({ type: 'PING' });
    await this.type('PONG');
  }

  async silence(fits, what) {
    await this.settled();
    const found = this.heard.find(fits);
    if (found) throw new Error(`${what} came: ${JSON.stringify(found)}`);
  }

  async identify(name, key) {
    await this.opened;
    this.name = name;
    this.key = key;
    this.send(key ? { type: 'IDENTIFY', name, pubkey: key.pubkey } : { type: 'IDENTIFY', name });
    if (key) await this.prove(key);
    this.welcome = await this.type('WELCOME');
    this.id = this.welcome.agent_id;
    return this;
  }

  async prove(key) {
    const c = await this.type('CHALLENGE');
    const timestamp = Date.now();
    const signature = sign(key, `AGENTCHAT_AUTH|${c.nonce}|${c.challenge_id}|${timestamp}`);
    this.send({ type: 'VERIFY_IDENTITY', challenge_id: c.challenge_id, signature, timestamp });
  }

  async leave() {
    this.socket.close(1000);
    const end = Date.now() + PATIENCE_MS;
    while (this.closed === null && Date.now() < end) await new Promise((r) => setTimeout(r, 5));
  }
}

module.exports = { Agent, newKey, sign };
