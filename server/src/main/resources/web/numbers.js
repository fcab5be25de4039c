import {h} from '/vendor/preact.js';
import {useEffect, useRef} from '/vendor/hooks.js';
import htm from '/vendor/htm.js';
import uPlot from '/vendor/uplot.js';
import {state} from '/live.js';
import {time} from '/words.js';

const html = htm.bind(h);

/** The value of a second, or null where there is nothing to draw. */
const value = (line, second) => line.counted && !second[line.counted] ? null : (second[line.field] ?? 0) / line.per;

// Whole ones: there is no half an agent.
const STEPS = [0, 1, 2, 3, 4, 5, 6].flatMap(power => [1, 2, 5].map(n => n * 10 ** power));

export function Numbers() {
  return html`
    <section class="view plots" aria-label="Numbers">
      ${state.words.plots.map(p => html`<${Plot} key=${p.title} title=${p.title} lines=${p.lines} />`)}
    </section>`;
}

function Plot({title, lines}) {
  const unit = lines[0].unit;
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
      series: [{}, ...lines.map(({label}, i) => ({label, stroke: colours[i % colours.length], width: 2, spanGaps: true}))],
    }, data(), box.current);
    const seen = new ResizeObserver(() => plot.current && plot.current.setSize({width: box.current.clientWidth, height: 180}));
    seen.observe(box.current);
    return () => { seen.disconnect(); plot.current.destroy(); plot.current = null; };
  }, []);
  function data() {
    return [state.seconds.map(s => s.at / 1000), ...lines.map(line => state.seconds.map(s => value(line, s)))];
  }
  useEffect(() => { if (plot.current) plot.current.setData(data()); }, [state.seconds.at(-1)?.at]);
  return html`<figure class="plot"><figcaption>${title}</figcaption><div ref=${box}></div></figure>`;
}
