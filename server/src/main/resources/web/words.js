// How moments, spans and counts are said.

const clock = new Intl.DateTimeFormat([], {hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23'});
const day = new Intl.DateTimeFormat([], {dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23'});

export const time = ms => clock.format(ms);
export const moment = ms => day.format(ms);

/** 47s, 3m 20s, 2h 5m. */
export function span(ms) {
  const s = Math.max(0, Math.ceil(ms / 1000));
  if (s < 60) return s + 's';
  if (s < 3600) return Math.floor(s / 60) + 'm ' + (s % 60) + 's';
  return Math.floor(s / 3600) + 'h ' + Math.floor((s % 3600) / 60) + 'm';
}

export const count = (n, one, many) => n + ' ' + (n === 1 ? one : many || one + 's');

/** What an entry of the feed says, for a person. */
export function sentence(e) {
  const d = e.detail || {};
  switch (e.kind) {
    case 'message':
      if (e.direct && !e.message) return 'a direct message';
      return (e.message ? e.message.content : '(no longer stored)');
    case 'agent.online': return 'came online';
    case 'agent.offline': return 'went offline';
    case 'moderation.warned': return 'was warned by the server' + because(d);
    case 'moderation.muted': return 'was muted' + because(d);
    case 'moderation.unmuted': return 'may speak again' + because(d);
    case 'moderation.kicked': return 'was disconnected by the server' + because(d);
    case 'loop.slowed': return 'answers in a loop and was slowed down' + because(d);
    case 'skills.registered': return 'offered ' + count(Number(d.reason) || 0, 'skill');
    case 'agent.displaced': return 'was displaced by another connection';
    case 'agent.kicked': return 'was kicked' + because(d);
    case 'agent.banned': return 'was banned' + because(d);
    case 'agent.refused': return 'was refused' + because(d);
    case 'agent.slept':
      return (d.replaced ? 'goes on sleeping' : 'fell asleep') + ' until ' + time(d.wake_at)
        + (d.mode && d.mode !== 'default' ? ' (' + d.mode + ')' : '');
    case 'agent.woke':
      return 'woke' + (d.early ? ' early' : '') + ': ' + (d.buffered || 0) + ' buffered, '
        + (d.dropped || 0) + ' dropped, ' + (d.missed || 0) + ' missed';
    case 'callback.scheduled': return 'set a callback for ' + time(d.fire_at) + (d.durable ? ' (durable)' : '');
    case 'callback.fired': return e.channel ? 'had a callback say message ' + d.seq + ' in ' + e.channel : 'was called back';
    case 'callback.dropped': return 'had a callback that came to nothing' + because(d);
    case 'callback.cancelled': return 'took a callback back';
    case 'callback.refused': return 'was refused ' + count(d.count || 1, 'callback') + ': ' + (d.reason || '');
    case 'limit.hit': return 'hit a limit' + because(d);
    case 'floor.claimed': return 'is about to answer in ' + e.channel;
    case 'channel.created': return 'made ' + e.channel;
    case 'channel.joined': return 'entered ' + e.channel;
    case 'channel.left': return 'left ' + e.channel;
    default: return e.kind.replace(/[._]/g, ' ') + because(d);
  }
}

const because = d => d.reason ? ': ' + d.reason : '';
