import { lift, neededVisitors, power, rateInterval, significance } from '../../api/reports/statistics/rates.ts';
import { buildFunnels } from '../../engine/author/build.ts';
import { parseTopics } from '../../engine/author/topics.ts';
import { readTopics } from '../../scripts/build/load-site.ts';
import { exampleOf } from '../docs/example-of.ts';
import { runExperiment, type Findings } from './experiment-run.ts';
import { demand } from './report.ts';

/**
 * Whether experiments find what is there, and nothing else: many of them, each with its own visitors by chance, who walk
 * through the quiz of docs/guide/experiments.md. What their browsers would tell is read back by the engine, counted as for the
 * report and judged as there, twenty times a day. Each runs for four weeks, in which there come twice as many as it takes.
 */
const experiments = Number(process.env['EXPERIMENTS'] ?? 1_000);
const days = 28;
const rate = 0.75;

const { funnels } = buildFunnels({ files: exampleOf('experiments'), topics: parseTopics(readTopics()).topics });
const { funnel } = funnels[0]!;
const visitsADay = Math.ceil((2 * 2 * neededVisitors(rate)!) / days);

/** Many experiments in which those who see the second first screen stay by so much more. */
function runMany(name: string, { lift, stops }: { lift: number; stops: boolean }): readonly Findings[] {
  const stay = (step: string) => {
    if (step === 'plain_intro') return rate;
    return step === 'doctors_intro' ? rate * (1 + lift) : 1;
  };
  return Array.from({ length: experiments }, (_, number) =>
    runExperiment(funnel, { seed: `${name} ${number}`, stay, days, visitsADay, stops }),
  );
}

function count(findings: readonly Findings[], look: keyof Findings): number {
  return findings.filter((each) => each[look]).length;
}

function reported(found: number): string {
  const [low, high] = rateInterval({ visitors: experiments, converted: found }).map((share) =>
    (share * 100).toFixed(1),
  );
  return `${((found / experiments) * 100).toFixed(1)} % (95 %: ${low} to ${high}) of ${experiments}`;
}

const started = performance.now();
const alike = runMany('alike', { lift: 0, stops: false });
const wrong = count(alike, 'difference');
const most = `${significance * 100} %`;
demand(
  `a difference that is not there is seen at any look in at most ${most}`,
  wrong <= experiments * significance,
  reported(wrong),
);
const better = runMany('better', { lift, stops: true });
const right = count(better, 'difference');
demand(
  `a rate that is higher by a tenth is found in at least ${power * 100} %`,
  right >= experiments * power,
  reported(right),
);
const decided = count(alike, 'verdict');
demand(
  'where there is no difference, nearly all experiments say so in the time',
  decided >= experiments * 0.95,
  reported(decided),
);
console.log(`${((performance.now() - started) / 1_000).toFixed(0)} s`);
