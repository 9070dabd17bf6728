import type {
  Conversion,
  ConversionReport,
  ExperimentReport,
  VariantResult,
} from '../../../api/reports/statistics/experiments.ts';
import { printable } from '../../printable.ts';
import { formatTable } from '../../table.ts';
import { figure, percent, text } from './figures.ts';

/** What an experiment has shown: for each conversion the variants and what follows from them. */
export function formatExperiment({ name, variants, sampleRatio, conversions }: ExperimentReport): readonly string[] {
  const heading = `Experiment ${printable(name)}`;
  const met = variants.reduce((sum, { visitors }) => sum + visitors, 0);
  if (met === 0) return [`${heading}: nobody has met it yet.`];
  const shares = variants.map((each) => [printable(each.name), `${each.visitors}`, each.expected.toFixed(1)]);
  return [
    `${heading}: ${met} ${met === 1 ? 'visitor has' : 'visitors have'} met it`,
    formatTable([text('variant'), figure('visitors'), figure('expected')], shares),
    ...(sampleRatio.mismatch ? [mismatch(sampleRatio.p)] : []),
    ...conversions.map(formatConversion),
  ];
}

const titles: Readonly<Record<Conversion, string>> = {
  finished: 'finished',
  sign_up: 'signed up',
  purchase: 'bought',
};

function formatConversion({ conversion, variants, verdict, neededVisitors }: ConversionReport): string {
  const columns = ['of', 'rate', '95 % interval', 'best with', 'p'].map(figure);
  const rows = variants.map(({ name, visitors, converted, rate, interval, probabilityBest, p }) => [
    printable(name),
    `${converted}`,
    `${visitors}`,
    precise(rate),
    `${precise(interval[0])} – ${precise(interval[1])}`,
    percent(probabilityBest),
    p === null ? '–' : chanceOf(p),
  ]);
  const table = formatTable([text('variant'), figure(titles[conversion]), ...columns], rows);
  return `${table}\n${sayVerdict({ variants, verdict, neededVisitors })}`;
}

function sayVerdict({ variants, verdict, neededVisitors }: Omit<ConversionReport, 'conversion'>): string {
  switch (verdict) {
    case 'too_small':
      return neededVisitors === null
        ? 'Too early to tell.'
        : `Too early to tell: it takes about ${neededVisitors} visitors of each variant.`;
    case 'difference':
      return variants.flatMap((variant) => sayDifference(variant, variants[0]!)).join('\n');
    case 'no_difference':
      return 'No difference: one that is worth it would most likely have been seen.';
  }
}

function sayDifference({ name, rate, p }: VariantResult, first: VariantResult): readonly string[] {
  if (p === null || p >= 0.05) return [];
  return [`${printable(name)} does ${rate > first.rate ? 'better' : 'worse'} than ${printable(first.name)}.`];
}

function mismatch(p: number): string {
  return (
    `Careful: visitors are not spread over the variants as the weights say (p ${chanceOf(p)}).\n` +
    'Something loses visitors of a variant, or counts them twice: find out what before you believe the figures.'
  );
}

function chanceOf(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** Rates of purchases are small, and their differences smaller. */
function precise(rate: number): string {
  return `${(rate * 100).toFixed(2)} %`;
}
