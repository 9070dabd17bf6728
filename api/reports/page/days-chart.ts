import { html, type Html } from '../../platform/html.ts';
import type { DayReport } from '../report.ts';
import { drawChart } from './chart.ts';
import type { FigureFormats, ReportContext } from './paper.ts';
import { scrollable, type Section, section } from './paper.ts';

/** What is drawn: many and few apart, as they have nothing like the same height. */
const lines = [
  { name: 'visits', upper: true, color: 'var(--visits)', dash: 'solid' },
  { name: 'finished', upper: true, color: 'var(--finished)', dash: [6, 4] },
  { name: 'signUps', upper: false, color: 'var(--sign-ups)', dash: 'solid' },
  { name: 'purchases', upper: false, color: 'var(--purchases)', dash: [6, 4] },
] as const;
type Line = (typeof lines)[number];

/** Visits, finished quizzes, sign-ups and purchases of each day; below it the same as a table. */
export async function renderDays(paper: ReportContext): Promise<Section> {
  const {
    words,
    report: { days },
  } = paper;
  const [wide, narrow] = await Promise.all([
    draw(paper, days, { id: 'days-wide', width: 860, height: 340 }),
    draw(paper, days, { id: 'days-narrow', width: 320, height: 320 }),
  ]);
  return section('days', words.days.title, [
    html`<p class="soft">${words.days.text}</p>
      <ul class="legend" aria-hidden="true">
        ${lines.map((line) => renderKey(line, words.days[line.name]))}
      </ul>
      <div class="wide">${wide}</div>
      <div class="narrow">${narrow}</div>
      <details id="report-days-table">
        <summary id="report-days-summary">${words.days.table}</summary>
        ${scrollable('days-table', words.days.table, renderTable(paper))}
      </details>`,
  ]);
}

function renderKey({ color, dash }: Line, title: string): Html {
  const pattern = dash === 'solid' ? '' : html` stroke-dasharray="${dash.join(' ')}"`;
  return html`<li>
    <svg width="28" height="14">
      <line x1="1" x2="27" y1="7" y2="7" stroke="${color}" stroke-width="2.5" ${pattern} /></svg
    >${title}
  </li>`;
}

interface Size {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

function draw(
  { words, numbers }: ReportContext,
  days: readonly DayReport[],
  { id, width, height }: Size,
): Promise<Html> {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  const title = first && last ? words.days.summary(numbers.day(first), numbers.day(last)) : words.days.title;
  const grid = { left: 56, right: 20 };
  const upper = Math.round(height * 0.5);
  const data = days.map(({ day }) => numbers.day(day, 'short'));
  const xAxis = { type: 'category', data, boundaryGap: days.length === 1, axisTick: { show: false } };
  const axisLine = { onZero: false, lineStyle: { color: 'var(--line)' } };
  const yAxis = {
    type: 'value',
    nameGap: 12,
    nameTextStyle: { color: 'var(--soft)', align: 'left', padding: [0, 0, 0, -48] },
    minInterval: 1,
    splitNumber: 3,
    splitLine: { lineStyle: { color: 'var(--line)' } },
    axisLabel: { color: 'var(--soft)', formatter: (value: number) => numbers.count(value) },
  };
  return drawChart({
    id,
    title,
    width,
    height,
    option: {
      grid: [
        { ...grid, top: 32, height: upper - 36 },
        { ...grid, top: upper + 44, bottom: 32 },
      ],
      xAxis: [
        { ...xAxis, gridIndex: 0, axisLine, axisLabel: { show: false } },
        { ...xAxis, gridIndex: 1, axisLine, axisLabel: { color: 'var(--soft)', hideOverlap: true } },
      ],
      yAxis: [
        { ...yAxis, gridIndex: 0, name: words.days.many },
        { ...yAxis, gridIndex: 1, name: words.days.few },
      ],
      series: lines.map((line) => seriesOf(line, days, numbers)),
    },
  });
}

/** Few points are marked. */
const maxMarked = 14;

function seriesOf({ name, upper, color, dash }: Line, days: readonly DayReport[], numbers: FigureFormats) {
  const at = upper ? 0 : 1;
  const common = { silent: true, xAxisIndex: at, yAxisIndex: at, data: days.map((day) => day[name]) };
  // One day alone would be single dots.
  if (days.length === 1) {
    const formatter = ({ value }: { value: number }) => numbers.count(value);
    const label = { show: true, position: 'top', color: 'var(--ink)', fontSize: 13, textBorderWidth: 0, formatter };
    return { ...common, type: 'bar', barWidth: 36, itemStyle: { color }, label };
  }
  return {
    ...common,
    type: 'line',
    showSymbol: days.length <= maxMarked,
    symbol: 'circle',
    symbolSize: 7,
    itemStyle: { color },
    lineStyle: { color, width: 2.5, type: dash },
  };
}

function renderTable({ report: { days }, words: { days: words }, numbers }: ReportContext): Html {
  return html`<table>
    <caption class="unseen">
      ${words.table}
    </caption>
    <thead>
      <tr>
        <th scope="col">${words.day}</th>
        ${columns.map((name) => html`<th scope="col" class="number">${words[name]}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${days.map(
        (day) =>
          html`<tr>
            <th scope="row">${numbers.day(day.day)}</th>
            ${columns.map((name) => html`<td class="number">${numbers.count(day[name])}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

const columns = ['visitors', 'visits', 'finished', 'signUps', 'purchases'] as const;
