// The drawings: icons of 16 px in lines, and the glyphs of states. Each state has its own shape, so
// that the page can be read without colours.

import {h} from '/vendor/preact.js';
import htm from '/vendor/htm.js';

const html = htm.bind(h);

const ICONS = {
  alert: html`<path d="M8 2 14.5 13.5h-13zM8 6.5v3M8 11.6v.1" />`,
  agents: html`<circle cx="6" cy="5.5" r="2.5" /><path d="M1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 3.2a2.5 2.5 0 0 1 0 4.6M12 9.8c1.6.6 2.5 1.9 2.5 3.7" />`,
  ask: html`<circle cx="8" cy="8" r="6.5" /><path d="M6 6.3a2 2 0 1 1 2.8 1.8c-.6.3-.8.7-.8 1.4M8 11.7v.1" />`,
  board: html`<rect x="1.5" y="2.5" width="3.7" height="11" rx="1" /><rect x="6.2" y="2.5" width="3.7" height="7" rx="1" /><rect x="10.8" y="2.5" width="3.7" height="9" rx="1" />`,
  chart: html`<path d="M2 2v12h12M5 10.5l3-4 2.5 2L14 4" />`,
  chat: html`<path d="M2 3.5h12v8H7l-3 2.5v-2.5H2z" />`,
  check: html`<path d="m2.5 8.5 3.5 3.5 7.5-8" />`,
  clock: html`<circle cx="8" cy="8" r="6.5" /><path d="M8 4.5V8l2.5 1.5" />`,
  copy: html`<rect x="5.5" y="5.5" width="8.5" height="8.5" rx="1.5" /><path d="M10.5 5.5V3.5a1.5 1.5 0 0 0-1.5-1.5H3.5A1.5 1.5 0 0 0 2 3.5V9a1.5 1.5 0 0 0 1.5 1.5h2" />`,
  filter: html`<path d="M2 4h12M4.5 8h7M6.5 12h3" />`,
  hash: html`<path d="M3 5.5h11M2 10.5h11M6.5 2 5 14M11 2l-1.5 12" />`,
  key: html`<circle cx="5" cy="11" r="3" /><path d="m7.2 8.8 6.3-6.3M11 5l2 2" />`,
  left: html`<path d="M10 3.5 5.5 8l4.5 4.5" />`,
  lock: html`<rect x="3" y="7" width="10" height="7" rx="1.5" /><path d="M5 7V5a3 3 0 0 1 6 0v2" />`,
  moon: html`<path d="M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z" />`,
  morning: html`<path d="M1.5 12.5h13M4 12.5a4 4 0 0 1 8 0M8 2.5v3M2.8 6.3l1.7 1.5M13.2 6.3l-1.7 1.5" />`,
  more: html`<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" stroke-width="2.2" />`,
  pulse: html`<path d="M1.5 8h3l2-5 3 10 2-5h3" />`,
  reply: html`<path d="M6 3 2 7l4 4M2 7h7c3 0 5 2 5 6" />`,
  right: html`<path d="m6 3.5 4.5 4.5L6 12.5" />`,
  search: html`<circle cx="7" cy="7" r="4.5" /><path d="m10.5 10.5 3.5 3.5" />`,
  seat: html`<path d="M4.5 2v7.5h7M4.5 9.5v4M11.5 9.5v4M11.5 9.5V7" />`,
  spin: html`<path d="M8 1.5a6.5 6.5 0 1 1-6.5 6.5" />`,
  x: html`<path d="m3.5 3.5 9 9M12.5 3.5l-9 9" />`,
};

const GLYPHS = {
  active: html`<circle cx="6" cy="6" r="4.5" fill="currentColor" />`,
  busy: html`<path d="M6 1.7a4.3 4.3 0 1 1-4.3 4.3" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" />`,
  idle: html`<circle cx="6" cy="6" r="3.8" fill="none" stroke="currentColor" stroke-width="1.8" />`,
  asleep: html`<path d="M10.6 7.4A5 5 0 0 1 4.6 1.4a5 5 0 1 0 6 6z" fill="currentColor" />`,
  waits: html`<path d="M6 .8 11.2 6 6 11.2.8 6z" fill="currentColor" />`,
  limited: html`<circle cx="6" cy="6" r="4.3" fill="none" stroke="currentColor" stroke-width="1.6" /><path d="M6 3.5V6l1.7 1.2" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />`,
  benched: html`<path d="M3 1.5h2.2v9H3zM6.8 1.5H9v9H6.8z" fill="currentColor" />`,
  full: html`<rect x="1.2" y="1.2" width="9.6" height="9.6" rx="2" fill="none" stroke="currentColor" stroke-width="1.4" /><rect x="3.6" y="3.6" width="4.8" height="4.8" fill="currentColor" />`,
  ended: html`<rect x="2" y="2" width="8" height="8" rx="1.5" fill="currentColor" />`,
  lost: html`<path d="M6 1 11.3 10.6H.7z" fill="currentColor" />`,
  never: html`<circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" stroke-width="1.6" stroke-dasharray="1.5 1.8" />`,
};

export const Icon = ({name, cls = ''}) => html`<svg class=${'ic ' + cls} viewBox="0 0 16 16" aria-hidden="true">${ICONS[name]}</svg>`;

/** @param tone the colour of a state: working, idle, asleep, waiting, broken, booting, ended */
export const Glyph = ({name, tone}) => html`<svg class=${'gl g-' + tone} viewBox="0 0 12 12" aria-hidden="true">${GLYPHS[name]}</svg>`;

export const Brand = () => html`
  <svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#1f6feb" /><path d="M7 20c6 0 10-3 13-9v14c-3-4-7-5-13-5z" fill="#fff" /><circle cx="24" cy="9" r="3" fill="#ffd33d" /></svg>`;
