// An agent in plain Node, without any library: RFC 6455 by hand over a TCP socket, Ed25519 from Node itself.
// node foreign-client.js <host> <port> <channel> <text>
// Prints one JSON object with what it saw and exits 0, or says what went wrong and exits 1.
'use strict';
const net = require('net');
const crypto = require('crypto');

const [host, port, channel, text] = process.argv.slice(2);
const { publicKey, privateKey } = crypto.generateKeyPairSync('ed25519');
const pubkey = publicKey.export({ type: 'spki', format: 'pem' });
const seen = { agent_id: '', expected_id: '@' + crypto.createHash('sha256').update(pubkey).digest('hex').slice(0, 16) };
const key = crypto.randomBytes(16).toString('base64');
const accept = crypto.createHash('sha1').update(key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');

const fail = (why) => { console.error(why); process.exit(1); };
setTimeout(() => fail('no end within 30 s; so far ' + JSON.stringify(seen)), 30000).unref();

const socket = net.connect(Number(port), host);
socket.on('error', (e) => fail(e.message));
socket.on('connect', () => socket.write(
  `GET / HTTP/1.1\r\nHost: ${host}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`));

function frame(opcode, payload) {
  const mask = crypto.randomBytes(4);
  const n = payload.length;
  const head = n < 126 ? Buffer.from([0x80 | opcode, 0x80 | n]) : Buffer.from([0x80 | opcode, 0xfe, n >> 8, n & 255]);
  return Buffer.concat([head, mask, Buffer.from(payload.map((b, i) => b ^ mask[i % 4]))]);
}
const send = (message) => socket.write(frame(1, Buffer.from(JSON.stringify(message))));

let data = Buffer.alloc(0);
let upgraded = false;
socket.on('data', (chunk) => {
  data = Buffer.concat([data, chunk]);
  if (!upgraded) {
    const end = data.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = data.subarray(0, end).toString();
    if (!head.startsWith('HTTP/1.1 101') || !head.includes(accept)) fail('no upgrade: ' + head);
    data = data.subarray(end + 4);
    upgraded = true;
    send({ type: 'IDENTIFY', name: 'node', pubkey });
  }
  for (let f = next(); f; f = next()) handle(f.opcode, f.payload);
});

function next() {
  if (data.length < 2) return null;
  if (data[1] & 0x80) fail('a server must not mask');
  let n = data[1] & 127;
  let at = 2;
  if (n === 126) { if (data.length < 4) return null; n = data.readUInt16BE(2); at = 4; }
  else if (n === 127) { if (data.length < 10) return null; n = Number(data.readBigUInt64BE(2)); at = 10; }
  if (data.length < at + n) return null;
  const found = { opcode: data[0] & 15, payload: data.subarray(at, at + n) };
  data = data.subarray(at + n);
  return found;
}

function handle(opcode, payload) {
  if (opcode === 9) { socket.write(frame(10, payload)); return; }
  if (opcode === 8) { seen.close = payload.readUInt16BE(0); finish(); return; }
  const m = JSON.parse(payload.toString('utf8'));
  if (m.type === 'ERROR') fail(JSON.stringify(m));
  if (m.type === 'CHALLENGE') {
    const timestamp = Date.now();
    const signed = `AGENTCHAT_AUTH|${m.nonce}|${m.challenge_id}|${timestamp}`;
    const signature = crypto.sign(null, Buffer.from(signed), privateKey).toString('base64');
    send({ type: 'VERIFY_IDENTITY', challenge_id: m.challenge_id, signature, timestamp });
  } else if (m.type === 'WELCOME') {
    seen.agent_id = m.agent_id;
    send({ type: 'JOIN', channel });
  } else if (m.type === 'JOINED') {
    seen.members = m.agents.map((a) => a.name);
    send({ type: 'MSG', to: channel, content: text, client_msg_id: 'node-1' });
  } else if (m.type === 'MSG' && m.from === seen.agent_id) {
    seen.echo = m;
    socket.write(frame(8, Buffer.from([3, 232])));
  }
}

function finish() {
  console.log(JSON.stringify(seen));
  process.exit(0);
}
