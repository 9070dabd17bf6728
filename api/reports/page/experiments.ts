import { html, type Html } from '../../emails/html.ts';
import type { ConversionReport, ExperimentReport, VariantResult } from '../statistics/experiment-report.ts';
import { renderInterval, type Interval } from './interval.ts';
import { dash } from './numbers.ts';
import type { Paper } from './paper.ts';
import { scrollable, section } from './section.ts';
import { describeVerdict } from './verdict.ts';

/** What each experiment has shown so far, with what keeps it from being believed; nothing where there is none. */
export function renderExperiments(paper: Paper): Html | readonly Html[] {
  const { words, report } = paper;
  if (report.experiments.length === 0) return [];
  return section('experiments', words.experiments.title, [
    html`<p class="soft">${words.experiments.text}</p>`,
    ...report.experiments.map((experiment, index) => renderExperiment(experiment, index, paper)),
  ]);
}

function renderExperiment(experiment: ExperimentReport, index: number, paper: Paper): Html {
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
  </div>`;
}

function renderConversion(conversion: ConversionReport, id: string, paper: Paper): Html {
  const { words, numbers } = paper;
  const title = words.experiments.conversions[conversion.conversion];
  const { experiments } = words;
  const columns = [experiments.best, experiments.p, experiments.visitors, experiments.converted];
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

interface Place {
  readonly index: number;
  /** What all intervals are drawn on. */
  readonly scale: Interval;
}

function renderVariant(variant: VariantResult, { index, scale }: Place, { words, numbers }: Paper): Html {
  const { name, visitors, converted, rate, interval, probabilityBest, p } = variant;
  const compared = index === 0 ? words.experiments.baseline : p === null ? dash : numbers.p(p);
  return html`<tr>
    <th scope="row"><code>${name}</code></th>
    <td class="number">${visitors === 0 ? dash : numbers.rate(rate)}</td>
    <td class="interval">
      ${renderInterval({ interval, rate, scale })}
      <span class="ends">${numbers.rate(interval[0])} – ${numbers.rate(interval[1])}</span>
    </td>
    <td class="number">${numbers.chance(probabilityBest)}</td>
    <td class="number">${compared}</td>
    <td class="number">${numbers.count(visitors)}</td>
    <td class="number">${numbers.count(converted)}</td>
  </tr>`;
}
