import {h} from '/vendor/preact.js';
import {useEffect, useRef} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import uPlot from '/vendor/uplot.js';
import {state} from '/live.js';
import {time} from '/words.js';

const html = htm.bind(h);

const PLOTS = [
  ['Messages per second', '', [['messages', s => s.messages]]],
  ['Deliveries per second', '', [['deliveries', s => s.deliveries]]],
  ['Agents', '', [['connected', s => s.connected], ['asleep', s => s.sleeping]]],
  ['Lateness of callbacks', 'ms', [['p50', s => s.fired ? s.late_p50_us / 1000 : null], ['p99', s => s.fired ? s.late_p99_us / 1000 : null]]],
  ['Time to commit', 'ms', [['p50', s => s.commits ? s.commit_p50_us / 1000 : null], ['p99', s => s.commits ? s.commit_p99_us / 1000 : null]]],
];

// Whole ones: there is no half an agent.
const STEPS = [0, 1, 2, 3, 4, 5, 6].flatMap(power => [1, 2, 5].map(n => n * 10 ** power));

export function Numbers() {
  return html`
    <section class="view plots" aria-label="Numbers">
      ${PLOTS.map(([title, unit, lines]) => html`<${Plot} key=${title} title=${title} unit=${unit} lines=${lines} />`)}
    </section>`;
}

function Plot({title, unit, lines}) {
  const box = useRef(null);
  const plot = useRef(null);
  useEffect(() => {
    const look = getComputedStyle(document.documentElement);
    const ink = look.getPropertyValue('--quiet').trim();
    const grid = {stroke: look.getPropertyValue('--line').trim(), width: 1};
    const colours = [look.getPropertyValue('--accent').trim(), look.getPropertyValue('--second').trim()];
    plot.current = new uPlot({
      width: box.current.clientWidth,
      height: 180,
      legend: {live: false},
      cursor: {show: false},
      axes: [{stroke: ink, grid, values: (_, all) => all.map(s => time(s * 1000)), space: 70}, {stroke: ink, grid, size: 60, incrs: STEPS, values: (_, all) => all.map(v => v + (unit ? ' ' + unit : ''))}],
      scales: {y: {range: (_, min, max) => [0, Math.max(1, max * 1.1)]}},
      series: [{}, ...lines.map(([label], i) => ({label, stroke: colours[i], width: 2, spanGaps: true}))],
    }, data(), box.current);
    const seen = new ResizeObserver(() => plot.current && plot.current.setSize({width: box.current.clientWidth, height: 180}));
    seen.observe(box.current);
    return () => { seen.disconnect(); plot.current.destroy(); plot.current = null; };
  }, []);
  function data() {
    return [state.seconds.map(s => s.at / 1000), ...lines.map(([, value]) => state.seconds.map(value))];
  }
  useEffect(() => { if (plot.current) plot.current.setData(data()); }, [state.seconds.at(-1)?.at]);
  return html`<figure class="plot"><figcaption>${title}</figcaption><div ref=${box}></div></figure>`;
}
