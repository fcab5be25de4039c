// When the viewer was last here. The mark stays in the browser.

import {api, state} from '/live.js';

const MARK = 'seen';
const LEFT = 'left';
const AWAY_MILLIS = 600_000;
const AGAIN_MILLIS = 30_000;

const clock = () => Date.now() + state.skew;

const before = Number(localStorage.getItem(MARK)) || 0;
if (before && Date.now() - before > AWAY_MILLIS) sessionStorage.setItem(LEFT, before);

/** When the viewer left; 0 if it was here all the time, or never before. */
export const left = () => Number(sessionStorage.getItem(LEFT)) || 0;

export const here = () => localStorage.setItem(MARK, Math.round(clock()));

/** What happened has been read: the next absence begins now. */
export function read() {
  sessionStorage.removeItem(LEFT);
  here();
}

setInterval(() => document.hidden || here(), AGAIN_MILLIS);
addEventListener('pagehide', () => document.hidden || here());

/** Leads to what happened meanwhile, if something did and no other page was asked for. */
export async function greet() {
  here();
  if (location.hash.length > 2 || !left() || state.role === 'none') return;
  const morning = await api('/morning?since=' + left()).catch(() => null);
  if (morning && (!morning.quiet || morning.needs?.length) && location.hash.length <= 2) location.replace('#/morning');
}
