import { html, type Html } from '../../platform/html.ts';
import { dash, type FigureFormats, type ReportContext, scrollable, type Section, section } from './paper.ts';
import type { ReportWords } from './words/words.ts';
import type {
  Compared,
  ConversionReport,
  ExperimentReport,
  RevenueReport,
  VariantResult,
} from '../statistics/experiments.ts';

/** What each experiment has shown so far, with what keeps it from being believed; nothing where there is none. */
export function renderExperiments(paper: ReportContext): Section | readonly Section[] {
  const { words, report } = paper;
  if (report.experiments.length === 0) return [];
  return section('experiments', words.experiments.title, [
    html`<p class="soft">${words.experiments.text}</p>`,
    ...report.experiments.map((experiment, index) => renderExperiment(experiment, index, paper)),
  ]);
}

function renderExperiment(experiment: ExperimentReport, index: number, paper: ReportContext): Html {
  const { words, numbers } = paper;
  const { name, variants, sampleRatio } = experiment;
  const all = variants.reduce((sum, { visitors }) => sum + visitors, 0);
  const expected = variants.reduce((sum, each) => sum + each.expected, 0);
  const warning = words.experiments.mismatch(numbers.p(sampleRatio.p));
  return html`<div class="card">
    <h3>${words.experiments.name(name)}</h3>
    <ul class="variants">
      ${variants.map(
        (each) =>
          html`<li>
            <code>${each.name}</code>
            ${words.experiments.shares(numbers.share(each.expected, expected), numbers.share(each.visitors, all))}
          </li>`,
      )}
    </ul>
    ${sampleRatio.mismatch ? html`<p class="warning" role="note">${warning}</p>` : ''}
    ${experiment.conversions.map((conversion) => renderConversion(conversion, `${index}-${conversion.conversion}`, paper))}
    ${experiment.revenue.map((revenue) => renderSales(experiment, revenue, { index, paper }))}
  </div>`;
}

/**
 * Where prices differ, more purchases may be less money: what counts is what a visitor brings. Each currency for itself:
 * they are never added up.
 */
function renderSales(
  { variants, revenue: all }: ExperimentReport,
  revenue: RevenueReport,
  { index: experiment, paper }: { readonly index: number; readonly paper: ReportContext },
): Html {
  const { words, numbers } = paper;
  const { experiments } = words;
  const { currency, verdict } = revenue;
  const title = all.length > 1 ? `${experiments.sales} (${currency})` : experiments.sales;
  const table = html`<table>
    <caption class="unseen">
      ${title}
    </caption>
    <thead>
      <tr>
        <th scope="col">${experiments.variant}</th>
        <th scope="col">${experiments.sold}</th>
        <th scope="col" class="number">${experiments.perVisitor}</th>
        <th scope="col" class="number">${experiments.lift}</th>
      </tr>
    </thead>
    <tbody>
      ${variants.map(
        ({ name, sales }, index) =>
          html`<tr>
            <th scope="row"><code>${name}</code></th>
            <td>${numbers.sales(sales.filter((sale) => sale.currency === currency))}</td>
            <td class="number">${numbers.amount(revenue.variants[index]!.rate, currency)}</td>
            <td class="number">${describeLift(revenue.variants[index]!, index, words, numbers)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
  return html`<h4>${title}</h4>
    <p class="verdict ${verdict}">${describeVerdict(revenue, words, numbers)}</p>
    ${scrollable(`experiment-${experiment}-sales-${currency}`, title, table)}`;
}

function renderConversion(conversion: ConversionReport, id: string, paper: ReportContext): Html {
  const { words, numbers } = paper;
  const title = words.experiments.conversions[conversion.conversion];
  const { experiments } = words;
  const columns = [experiments.lift, experiments.best, experiments.visitors, experiments.converted];
  const intervals = conversion.variants.map(({ interval }) => interval);
  const scale = [Math.min(...intervals.map(([low]) => low)), Math.max(...intervals.map(([, high]) => high))] as const;
  const table = html`<table>
    <caption class="unseen">
      ${title}
    </caption>
    <thead>
      <tr>
        <th scope="col">${experiments.variant}</th>
        <th scope="col" class="number">${experiments.rate}</th>
        <th scope="col" class="interval">${experiments.interval}</th>
        ${columns.map((column) => html`<th scope="col" class="number">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${conversion.variants.map((variant, index) => renderVariant(variant, { index, scale }, paper))}
    </tbody>
  </table>`;
  return html`<h4>${title}</h4>
    <p class="verdict ${conversion.verdict}">${describeVerdict(conversion, words, numbers)}</p>
    ${scrollable(`experiment-${id}`, title, table)}`;
}

interface RowPosition {
  readonly index: number;
  /** What all intervals are drawn on. */
  readonly scale: Interval;
}

function renderVariant(variant: VariantResult, { index, scale }: RowPosition, { words, numbers }: ReportContext): Html {
  const { name, visitors, converted, rate, interval, probabilityBest } = variant;
  return html`<tr>
    <th scope="row"><code>${name}</code></th>
    <td class="number">${visitors === 0 ? dash : numbers.rate(rate)}</td>
    <td class="interval">
      ${renderInterval({ interval, rate, scale })}
      <span class="ends">${numbers.rate(interval[0])} – ${numbers.rate(interval[1])}</span>
    </td>
    <td class="number">${describeLift(variant, index, words, numbers)}</td>
    <td class="number">${numbers.chance(probabilityBest)}</td>
    <td class="number">${numbers.count(visitors)}</td>
    <td class="number">${numbers.count(converted)}</td>
  </tr>`;
}

function describeLift(
  { lift }: Compared,
  index: number,
  { experiments: words }: ReportWords,
  numbers: FigureFormats,
): string {
  return index === 0 ? words.baseline : lift === null ? dash : numbers.lift(lift);
}

/** What a comparison means, in a sentence. */
export function describeVerdict(
  { verdict, variants, neededVisitors }: Pick<RevenueReport, 'verdict' | 'variants' | 'neededVisitors'>,
  { experiments: words }: ReportWords,
  numbers: FigureFormats,
): string {
  switch (verdict) {
    case 'too_small': {
      if (neededVisitors === null) return words.noneYet;
      const fewest = Math.min(...variants.map(({ visitors }) => visitors));
      return fewest < neededVisitors
        ? words.tooSmall(numbers.count(neededVisitors), numbers.count(fewest))
        : words.close;
    }
    case 'difference': {
      const { better, worse } = whoDiffers(variants);
      return words.difference(better, worse);
    }
    case 'no_difference':
      return words.noDifference;
  }
}

/** The first variant and the one that differs from it most clearly, in the order of their rates. */
function whoDiffers([first, ...others]: readonly Compared[]): { better: string; worse: string } {
  const [other] = [...others].sort((one, two) => (one.p ?? 1) - (two.p ?? 1));
  if (!first || !other) throw new Error('A difference takes two variants');
  const [better, worse] = other.rate > first.rate ? [other, first] : [first, other];
  return { better: better.name, worse: worse.name };
}

type Interval = readonly [low: number, high: number];

interface Measured {
  readonly interval: Interval;
  readonly rate: number;
  /** The ends of what is drawn, from the lowest of all intervals to the highest. */
  readonly scale: Interval;
}

/** An interval with the rate inside it, on a scale as wide as its room; the figures stand beside it. */
export function renderInterval({ interval, rate, scale: [lowest, highest] }: Measured): Html {
  const at = (value: number) => {
    const part = highest > lowest ? (value - lowest) / (highest - lowest) : 0;
    // Room for the round ends of the lines.
    return `${Math.round(20 + 960 * part) / 10}%`;
  };
  const [low, high] = interval.map(at);
  return html`<svg class="range" aria-hidden="true" width="100%" height="16">
    <line class="track" x1="2%" x2="98%" y1="8" y2="8" />
    <line class="fill" x1="${low!}" x2="${high!}" y1="8" y2="8" />
    <line class="mark" x1="${at(rate)}" x2="${at(rate)}" y1="2" y2="14" />
  </svg>`;
}
