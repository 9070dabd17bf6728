import type { CompiledFunnel, CompiledStep } from '../../../engine/model.ts';
import type { DayReport, GroupReport, Report, StepReport } from '../../../api/reports/report.ts';
import type { ConversionReport, ExperimentReport } from '../../../api/reports/statistics/experiments.ts';

/** A report as a quiz of so many visits over so many days would have it; the same for the same arguments. */
export function sampleReport(
  funnel: CompiledFunnel,
  { visits = 12_345, days = 30 }: { readonly visits?: number; readonly days?: number } = {},
): Report {
  return {
    funnel: funnel.id,
    version: funnel.version,
    from: '2026-10-22',
    to: '2026-11-20',
    without: null,
    by: 'utm_source',
    madeAt: '2026-11-21T09:30:00.000Z',
    all: sampleGroup(funnel, visits),
    groups: visits === 0 ? [] : groupsOf(funnel, visits),
    days: visits === 0 ? [] : sampleDays(visits, days),
    experiments: visits === 0 ? [] : funnel.experiments.map(({ name }) => sampleExperiment(name)),
    leads: [],
    notRecorded: 0,
  };
}

function groupsOf(funnel: CompiledFunnel, visits: number): Report['groups'] {
  const shares = { instagram: 0.5, '(none)': 0.3, '<script>alert("x")</script>': 0.15, newsletter: 0.05 };
  return Object.entries(shares).map(([name, share]) => ({ name, ...sampleGroup(funnel, Math.round(visits * share)) }));
}

export function sampleGroup(funnel: CompiledFunnel, visits: number): GroupReport {
  const steps = sampleSteps(funnel, visits);
  const last = steps.at(-1)!;
  const finished = last.shown - last.left;
  return {
    visitors: Math.round(visits * 0.87),
    visits,
    finished,
    signUps: Math.round(finished * 0.21),
    purchases: Math.round(finished * 0.043),
    revenue: visits === 0 ? [] : [{ currency: 'USD', paid: Math.round(finished * 129), returned: 2999 }],
    steps,
    outcomes: funnel.outcomes.map(({ id }, index) => ({ id, visits: Math.round(finished / 2 ** (index + 1)) })),
    goals: [{ name: funnel.goals.finish ?? 'finish', visits: finished }],
    unreadable: visits === 0 ? 0 : 3,
  };
}

function sampleSteps({ steps }: CompiledFunnel, visits: number): readonly StepReport[] {
  let arriving = visits;
  return steps.map((step, index) => {
    const shown = Math.round(arriving * (step.showIf === undefined ? 1 : 0.4));
    const left = Math.round(shown * (index === 0 ? 0.31 : 0.02 + ((index * 7) % 5) / 100));
    arriving -= left;
    const median = 3.2 + ((index * 13) % 11);
    return {
      id: step.id,
      type: step.type,
      shown,
      left,
      time: shown === 0 ? null : { median, p90: median * (index === 5 ? 9 : 3.1) },
      answers: answersOf(step, shown - left),
      ways: [{ to: steps[index + 1]?.id ?? null, visits: shown - left }],
    };
  });
}

function answersOf(step: CompiledStep, answered: number): StepReport['answers'] {
  if (step.type !== 'single_choice' && step.type !== 'multiple_choice') return null;
  const whole = step.options.reduce((sum, _, index) => sum + 1 / (index + 1), 0);
  return step.options.map(({ key }, index) => ({ key, visits: Math.round(answered / (index + 1) / whole) }));
}

function sampleDays(visits: number, days: number): readonly DayReport[] {
  return Array.from({ length: days }, (_, index) => {
    const ofDay = Math.round((visits / days) * (0.8 + ((index * 37) % 41) / 100));
    const date = new Date(Date.UTC(2026, 9, 22 + index));
    return {
      day: date.toISOString().slice(0, 10),
      visitors: Math.round(ofDay * 0.87),
      visits: ofDay,
      finished: Math.round(ofDay * 0.38),
      signUps: Math.round(ofDay * (0.07 + ((index * 11) % 7) / 200)),
      purchases: Math.round(ofDay * (0.015 + ((index * 5) % 3) / 400)),
    };
  });
}

export function sampleExperiment(name: string): ExperimentReport {
  return {
    name,
    variants: [
      { name: 'plain', visitors: 5400, expected: 5000, sales: [] },
      {
        name: 'bold',
        visitors: 4600,
        expected: 5000,
        sales: [{ plan: 'basic', amount: 1499, currency: 'USD', count: 23 }],
      },
    ],
    sampleRatio: { p: 0.00004, mismatch: true },
    conversions: [
      sampleConversion('finished', { verdict: 'difference', neededVisitors: 2600, converted: [1940, 1850] }),
      sampleConversion('sign_up', { verdict: 'too_small', neededVisitors: 14_700, converted: [410, 372] }),
      sampleConversion('purchase', { verdict: 'too_small', neededVisitors: null, converted: [0, 0] }),
    ],
    revenue: [
      {
        currency: 'USD',
        variants: [
          { name: 'plain', visitors: 5400, rate: 0, p: null, lift: null },
          { name: 'bold', visitors: 4600, rate: 7.5, p: 0.0004, lift: [0.021, 0.154] },
        ],
        verdict: 'difference',
        neededVisitors: 30_000,
      },
    ],
  };
}

interface Found extends Pick<ConversionReport, 'verdict' | 'neededVisitors'> {
  readonly converted: readonly [number, number];
}

function sampleConversion(
  conversion: ConversionReport['conversion'],
  { verdict, neededVisitors, converted }: Found,
): ConversionReport {
  const variants = [variant('plain', 5400, converted[0], 0.003), variant('bold', 4600, converted[1], 0.997)];
  return { conversion, variants, verdict, neededVisitors };
}

function variant(name: string, visitors: number, converted: number, probabilityBest: number) {
  const rate = converted / visitors;
  const half = 1.96 * Math.sqrt((rate * (1 - rate)) / visitors);
  const interval = [Math.max(0, rate - half), rate + half] as const;
  return {
    name,
    visitors,
    converted,
    rate,
    interval,
    probabilityBest,
    ...(name === 'bold' ? { p: 0.0004, lift: [0.021, 0.154] as const } : { p: null, lift: null }),
  };
}
