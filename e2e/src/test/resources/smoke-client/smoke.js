// Speaks the protocol by the book, with no library but ws, and says of each step whether it went as described.
//   node smoke.js ws://127.0.0.1:6667
// One JSON object per step on standard output: {"step":"…","ok":true} or {"step":"…","ok":false,"why":"…"}.
// The server must run with RATE_LIMIT_MS=0, FRAME_LIMIT=0 and TAKEOVER_WAIT_MS=0; the limits have tests of their own.
'use strict';
const assert = require('assert').strict;
const crypto = require('crypto');
const { Agent, newKey, sign } = require('./agent.js');

const url = process.argv[2];
const open = [];
const agent = async (name, key) => {
  const a = new Agent(url);
  open.push(a);
  return a.identify(name, key);
};
const bare = async () => {
  const a = new Agent(url);
  open.push(a);
  await a.opened;
  return a;
};
const tag = crypto.randomBytes(4).toString('hex'); // so that a second run meets nothing of the first
let rooms = 0;
const newRoom = async (creator, options) => {
  const channel = `#room-${tag}-${++rooms}`;
  creator.send({ type: 'CREATE_CHANNEL', channel, ...options });
  const joined = await creator.next((m) => m.type === 'JOINED' && m.channel === channel);
  assert.deepEqual(joined.agents, [creator.id]);
  return channel;
};
const join = async (a, channel, since) => {
  a.send(since === undefined ? { type: 'JOIN', channel } : { type: 'JOIN', channel, since });
  return a.next((m) => m.type === 'JOINED' && m.channel === channel, 'JOINED ' + channel);
};
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const steps = {};

steps['identify without a key'] = async () => {
  const a = await agent('guest');
  assert.match(a.id, /^@[a-z0-9]{8}$/);
  assert.equal(a.welcome.name, 'guest');
  assert.equal(typeof a.welcome.server, 'string');
  assert.equal('verified' in a.welcome, false);
  assert.equal('lurk' in a.welcome, false);
};

steps['identify with a key'] = async () => {
  const key = newKey();
  const a = await agent('keyed', key);
  assert.equal(a.id, key.id);
  assert.equal(a.welcome.verified, false);
  const crlf = newKey();
  crlf.pubkey = crlf.pubkey.replace(/\n/g, '\r\n');
  const other = await agent('keyed', crlf);
  assert.equal(other.id, '@' + crypto.createHash('sha256').update(crlf.pubkey).digest('hex').slice(0, 16));
};

steps['a wrong signature, then a right one'] = async () => {
  const a = await bare();
  const key = newKey();
  a.send({ type: 'IDENTIFY', name: 'late', pubkey: key.pubkey });
  await a.prove(newKey());
  await a.error('VERIFICATION_FAILED');
  await a.identify('late', key);
  a.send({ type: 'IDENTIFY', name: 'late' });
  await a.error('INVALID_MSG');
};

steps['what works before identification'] = async () => {
  const a = await bare();
  a.send({ type: 'PING' });
  await a.type('PONG');
  a.send({ type: 'LIST_CHANNELS' });
  const { list } = await a.type('CHANNELS');
  for (const name of ['#general', '#agents', '#discovery']) assert.ok(list.some((c) => c.name === name));
  a.send({ type: 'JOIN', channel: '#general' });
  await a.error('AUTH_REQUIRED');
};

steps['malformed frames leave the connection open'] = async () => {
  const a = await agent('crooked');
  for (const text of ['null', '[]', '5', '"x"', '{', '{}', '{"type":5}', '{"type":"MSG","to":5,"content":"x"}',
    '{"type":"MSG","to":"#general"}', '{"type":"INVITE","channel":"#x","agent":{}}']) {
    a.send(text);
    await a.error('INVALID_MSG');
  }
  for (const type of ['PROPOSAL', 'ACCEPT', 'REJECT', 'COMPLETE', 'DISPUTE', 'DISPUTE_INTENT', 'DISPUTE_REVEAL',
    'EVIDENCE', 'ARBITER_ACCEPT', 'ARBITER_DECLINE', 'ARBITER_VOTE', 'CAPTCHA_RESPONSE', 'ADMIN_OPEN_WINDOW']) {
    a.send({ type });
    assert.match((await a.error('INVALID_MSG')).message, new RegExp('Unknown message type: ' + type));
  }
  a.socket.send(Buffer.from('{"type":"PING"}')); // a binary frame is read as text
  await a.type('PONG');
};

steps['the first channels are joined by themselves'] = async () => {
  const watcher = await agent('watcher');
  const a = await agent('newcomer');
  const seen = await watcher.next((m) => m.type === 'AGENT_JOINED' && m.agent === a.id && m.channel === '#general');
  assert.equal(seen.name, 'newcomer');
  await watcher.said('newcomer came online');
  a.send({ type: 'LIST_AGENTS', channel: '#general' });
  const { list } = await a.type('AGENTS');
  assert.deepEqual(list.find((x) => x.id === a.id),
    { id: a.id, name: 'newcomer', presence: 'online', status_text: null, verified: false });
};

steps['create, join and talk in a channel'] = async () => {
  const a = await agent('ann');
  const b = await agent('ben');
  const channel = await newRoom(a);
  a.send({ type: 'CREATE_CHANNEL', channel });
  await a.error('CHANNEL_EXISTS');
  b.send({ type: 'MSG', to: channel, content: 'too early' });
  await b.error('NOT_INVITED');
  const joined = await join(b, channel);
  assert.deepEqual(joined.agents.map((x) => x.name).sort(), ['ann', 'ben']);
  assert.deepEqual(Object.keys(joined.agents[0]).sort(), ['id', 'name', 'verified']);
  await a.next((m) => m.type === 'AGENT_JOINED' && m.channel === channel && m.agent === b.id);
  await a.said(`ben joined ${channel}`);
  a.send({ type: 'MSG', to: channel, content: 'hello', client_msg_id: 'c1', in_reply_to: { any: 1 }, sig: 's', tags: ['t'] });
  const mine = await a.said('hello');
  const theirs = await b.said('hello');
  assert.equal(mine.client_msg_id, 'c1');
  assert.equal('client_msg_id' in theirs, false);
  const { client_msg_id, ...same } = mine;
  assert.deepEqual(theirs, same);
  assert.equal(theirs.from, a.id);
  assert.equal(theirs.from_name, 'ann');
  assert.equal(theirs.verified, false);
  assert.deepEqual(theirs.in_reply_to, { any: 1 });
  assert.equal(theirs.sig, 's');
  assert.match(theirs.msg_id, /^\d+-[a-z0-9]{1,6}$/);
  a.send({ type: 'MSG', to: channel, content: 'hello', client_msg_id: 'c1' });
  assert.equal((await a.said('hello')).msg_id, mine.msg_id);
  await b.silence((m) => m.content === 'hello', 'a second copy');
  a.send({ type: 'MSG', to: '#nowhere', content: 'x' });
  await a.error('CHANNEL_NOT_FOUND');
};

steps['replay and history'] = async () => {
  const a = await agent('ada');
  const channel = await newRoom(a);
  for (const content of ['one', 'two', 'three']) {
    a.send({ type: 'MSG', to: channel, content });
    await a.said(content);
  }
  const b = await agent('bob');
  const joined = await join(b, channel, 1);
  assert.equal(joined.last_seq, 3);
  const replayed = [await b.said('two'), await b.said('three')];
  assert.deepEqual(replayed.map((m) => [m.seq, m.replay]), [[2, true], [3, true]]);
  await b.silence((m) => m.content === 'one', 'what was not asked for');
  await join(b, channel);
  await b.said('one');
  b.send({ type: 'HISTORY', channel, after: 0, limit: 2 });
  const page = await b.type('HISTORY_PAGE');
  assert.deepEqual(page.messages.map((m) => m.content), ['one', 'two']);
  assert.deepEqual([page.first_seq, page.last_seq, page.more], [1, 2, true]);
};

steps['leave and disconnect'] = async () => {
  const a = await agent('stays');
  const b = await agent('goes');
  const channel = await newRoom(a);
  await join(b, channel);
  b.send({ type: 'LEAVE', channel });
  await b.next((m) => m.type === 'LEFT' && m.channel === channel);
  const left = await a.next((m) => m.type === 'AGENT_LEFT' && m.channel === channel);
  assert.equal(left.agent, b.id);
  assert.equal(left.name, 'goes');
  await b.leave();
  const gone = await a.next((m) => m.type === 'AGENT_LEFT' && m.channel === '#general' && m.agent === b.id);
  assert.equal('name' in gone, false);
  await a.said('goes went offline');
};

steps['private channels'] = async () => {
  const a = await agent('host');
  const b = await agent('invited');
  const channel = await newRoom(a, { invite_only: true });
  b.send({ type: 'JOIN', channel });
  await b.error('NOT_INVITED');
  b.send({ type: 'LIST_CHANNELS' });
  assert.equal((await b.type('CHANNELS')).list.some((c) => c.name === channel), false);
  a.send({ type: 'INVITE', channel, agent: b.id });
  const text = await b.said(`You have been invited to ${channel}`);
  assert.equal(text.to, b.id);
  await join(b, channel);
};

steps['direct messages and the mailbox'] = async () => {
  const a = await agent('dm-a');
  const b = await agent('dm-b');
  a.send({ type: 'MSG', to: b.id, content: 'by id' });
  assert.equal((await b.said('by id')).to, b.id);
  await a.said('by id');
  a.send({ type: 'MSG', to: '@dm-b', content: 'by name' });
  assert.equal((await b.said('by name')).to, b.id);
  assert.equal((await a.said('by name')).to, b.id);
  a.send({ type: 'MSG', to: '@nobody', content: 'x' });
  await a.error('AGENT_NOT_FOUND');
  const key = newKey();
  const away = await agent('away', key);
  await away.leave();
  await a.next((m) => m.type === 'AGENT_LEFT' && m.agent === key.id && m.channel === '#general');
  for (const content of ['mail one', 'mail two']) a.send({ type: 'MSG', to: key.id, content });
  await a.said('mail two');
  const back = await agent('away', key);
  const first = await back.said('mail one');
  const second = await back.said('mail two');
  assert.equal(second.seq, first.seq + 1);
};

steps['presence'] = async () => {
  const a = await agent('busy');
  const b = await agent('friend');
  a.send({ type: 'SET_PRESENCE', status: 'busy', status_text: 'at work' });
  const seen = await b.next((m) => m.type === 'PRESENCE_CHANGED' && m.agent_id === a.id);
  assert.deepEqual([seen.name, seen.presence, seen.status_text], ['busy', 'busy', 'at work']);
  await a.silence((m) => m.type === 'PRESENCE_CHANGED' && m.agent_id === a.id, 'its own presence');
  a.send({ type: 'SET_PRESENCE', status: 'asleep' });
  assert.match((await a.error('INVALID_MSG')).message, /Invalid presence status/);
};

steps['nick'] = async () => {
  const a = await agent('old-name');
  const b = await agent('witness');
  a.send({ type: 'SET_NICK', nick: 'Admin' });
  await a.error('INVALID_NAME');
  a.send({ type: 'SET_NICK', nick: 'new-name' });
  for (const who of [a, b]) {
    const seen = await who.next((m) => m.type === 'NICK_CHANGED' && m.agent_id === a.id);
    assert.deepEqual([seen.old_nick, seen.new_nick], ['old-name', 'new-name']);
  }
  a.send({ type: 'SET_NICK', nick: 'too-soon' });
  await a.error('RATE_LIMITED');
};

steps['typing'] = async () => {
  const a = await agent('typist');
  const b = await agent('reader');
  a.send({ type: 'TYPING', channel: '#general' });
  const seen = await b.next((m) => m.type === 'TYPING' && m.from === a.id);
  assert.deepEqual([seen.from_name, seen.channel], ['typist', '#general']);
  await a.silence((m) => m.type === 'TYPING' && m.from === a.id, 'its own typing');
};

steps['floor'] = async () => {
  const a = await agent('first');
  const b = await agent('second');
  const c = await agent('public');
  const channel = await newRoom(a);
  await join(b, channel);
  await join(c, channel);
  const claim = (who, msg_id, started_at) => who.send({ type: 'RESPONDING_TO', msg_id, channel, started_at });
  claim(a, 'm1', 2000);
  const claimed = await c.type('FLOOR_CLAIMED');
  assert.deepEqual([claimed.msg_id, claimed.channel, claimed.holder, claimed.holder_name, claimed.started_at],
    ['m1', channel, a.id, 'first', 2000]);
  claim(b, 'm1', 3000);
  const late = await b.type('YIELD');
  assert.deepEqual([late.msg_id, late.channel, late.holder, late.holder_started_at], ['m1', channel, a.id, 2000]);
  claim(b, 'm1', 1000.5);
  assert.equal((await c.type('FLOOR_CLAIMED')).holder, b.id);
  const displaced = await a.type('YIELD');
  assert.deepEqual([displaced.holder, displaced.holder_started_at], [b.id, 1000.5]);
  b.send({ type: 'MSG', to: channel, content: 'my answer' });
  await b.said('my answer');
  claim(a, 'm1', 9000);
  assert.equal((await c.type('FLOOR_CLAIMED')).holder, a.id);
};

steps['verification both ways'] = async () => {
  const a = await agent('asker', newKey());
  const b = await agent('asked', newKey());
  const guest = await agent('guest');
  for (const [from, to] of [[a, b], [b, a]]) {
    const nonce = crypto.randomBytes(16).toString('hex');
    from.send({ type: 'VERIFY_REQUEST', target: to.id, nonce });
    const wanted = await to.type('VERIFY_REQUEST');
    assert.deepEqual([wanted.from, wanted.nonce], [from.id, nonce]);
    const pending = await from.type('VERIFY_REQUEST');
    assert.deepEqual([pending.request_id, pending.target, pending.status], [wanted.request_id, to.id, 'pending']);
    assert.match(pending.request_id, /^verify_/);
    to.send({ type: 'VERIFY_RESPONSE', request_id: wanted.request_id, nonce, sig: sign(to.key, nonce) });
    const success = await from.type('VERIFY_SUCCESS');
    assert.deepEqual([success.request_id, success.agent, success.pubkey], [wanted.request_id, to.id, to.key.pubkey]);
    const own = await to.type('VERIFY_SUCCESS');
    assert.deepEqual([own.request_id, own.verified], [wanted.request_id, true]);
    to.send({ type: 'VERIFY_RESPONSE', request_id: wanted.request_id, nonce, sig: sign(to.key, nonce) });
    await to.error('VERIFICATION_EXPIRED');
  }
  const nonce = crypto.randomBytes(16).toString('hex');
  a.send({ type: 'VERIFY_REQUEST', target: b.id, nonce });
  const wanted = await b.type('VERIFY_REQUEST');
  b.send({ type: 'VERIFY_RESPONSE', request_id: wanted.request_id, nonce, sig: sign(newKey(), nonce) });
  const failed = await a.type('VERIFY_FAILED');
  assert.equal(failed.target, b.id);
  assert.match(failed.reason, /failed/i);
  assert.equal((await b.type('VERIFY_FAILED')).verified, false);
  a.send({ type: 'VERIFY_REQUEST', target: guest.id, nonce });
  await a.error('NO_PUBKEY');
  a.send({ type: 'VERIFY_REQUEST', target: '@nobody', nonce });
  await a.error('AGENT_NOT_FOUND');
  guest.send({ type: 'VERIFY_RESPONSE', request_id: 'verify_x', nonce, sig: 'x' });
  await guest.error('SIGNATURE_REQUIRED');
};

steps['skills, signed over what JSON.stringify makes of them'] = async () => {
  const a = await agent('skilled', newKey());
  const b = await agent('seeker');
  // Whole numbers as floats, exponents, repeated and number-like keys, every kind of escape: all is as JavaScript re-creates it.
  const texts = [
    '[{"capability":"plain","rate":5.0,"currency":"EUR"}]',
    '[ { "capability" : "numbers", "rate":1e21, "a":1E-7, "b":-0, "c":0.1e1, "d":123456789012345680000, "e":4.35, "f":5e-324 } ]',
    '[{"b":1,"10":2,"2":3,"capability":"order","a":4,"b":5,"nested":{"1":[],"0":{}}}]',
    '[{"capability":"escapes \\u00fc \\/ \\u0001 \\u2028 \\ud83c\\udf0d \\"\\\\","x":"\\b\\f\\n\\r\\t\\u007f"}]',
  ];
  for (const text of texts) {
    const json = JSON.stringify(JSON.parse(text));
    const hash = crypto.createHash('sha256').update(json).digest('hex');
    a.send(`{"type":"REGISTER_SKILLS","skills":${text},"sig":${JSON.stringify(sign(a.key, 'REGISTER_SKILLS|' + hash))}}`);
    const done = await a.next((m) => m.type === 'SKILLS_REGISTERED' || m.type === 'ERROR');
    assert.equal(done.type, 'SKILLS_REGISTERED', text + ' ' + JSON.stringify(done));
    assert.deepEqual([done.agent_id, done.skills_count], [a.id, 1]);
    const { capability } = JSON.parse(text)[0];
    b.send({ type: 'SEARCH_SKILLS', query: { capability: capability.toUpperCase() }, query_id: { mine: 1 } });
    const found = await b.type('SEARCH_RESULTS');
    assert.deepEqual(found.query_id, { mine: 1 });
    const skill = found.results.find((r) => r.agent_id === a.id);
    assert.ok(skill && found.total >= 1);
    for (const [name, value] of Object.entries(JSON.parse(json)[0])) assert.deepEqual(skill[name], value, name);
    assert.equal(skill.registered_at, done.registered_at);
  }
  a.send({ type: 'REGISTER_SKILLS', skills: [{ capability: 'x' }], sig: sign(a.key, 'something else') });
  await a.error('VERIFICATION_FAILED');
  b.send({ type: 'REGISTER_SKILLS', skills: [{ capability: 'x' }], sig: 'x' });
  await b.error('SIGNATURE_REQUIRED');
  await b.next((m) => m.type === 'MSG' && m.to === '#discovery' && m.content.startsWith(`Agent ${a.id} registered 1 skill`));
};

steps['file chunks'] = async () => {
  const a = await agent('sender');
  const b = await agent('taker');
  const content = JSON.stringify({ _ft: 'chunk', tid: 't', idx: 0, total: 1, data: 'sk-' + 'a'.repeat(40) + 'ü'.repeat(100000) });
  a.send({ type: 'FILE_CHUNK', to: b.id, content });
  const chunk = await b.type('FILE_CHUNK');
  assert.deepEqual([chunk.from, chunk.to, chunk.content], [a.id, b.id, content]);
  await a.silence((m) => m.type === 'FILE_CHUNK', 'an echo');
  await wait(150);
  for (let i = 0; i < 10; i++) a.send({ type: 'FILE_CHUNK', to: b.id, content: 'too fast' });
  await a.error('RATE_LIMITED');
  await a.settled();
  await wait(150);
  a.send({ type: 'FILE_CHUNK', to: '@nobody', content: 'x' });
  await a.error('AGENT_NOT_FOUND');
  a.send({ type: 'FILE_CHUNK', to: '#general', content: 'x' });
  assert.match((await a.error('INVALID_MSG')).message, /DM targets/);
};

steps['secrets are redacted in what is said'] = async () => {
  const a = await agent('careless');
  const secret = 'ghp_' + 'a'.repeat(36);
  a.send({ type: 'MSG', to: '#general', content: `use ${secret} please` });
  await a.said('use [REDACTED:github_pat] please');
};

steps['a second connection takes over'] = async () => {
  const key = newKey();
  const first = await agent('twin', key);
  const second = await agent('twin', key);
  const told = await first.type('SESSION_DISPLACED');
  assert.match(told.reason, /Another connection/);
  assert.equal(typeof told.new_ip, 'string');
  for (let i = 0; first.closed === null && i < 1000; i++) await wait(10);
  assert.equal(first.closed, 1000);
  await second.settled();
};

(async () => {
  let bad = 0;
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run();
      console.log(JSON.stringify({ step, ok: true }));
    } catch (e) {
      bad++;
      console.log(JSON.stringify({ step, ok: false, why: String(e.stack || e) }));
    }
    for (const a of open.splice(0)) await a.leave();
  }
  process.exit(bad === 0 ? 0 : 1);
})();
