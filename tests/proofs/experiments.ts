import { palette } from '../../content/brand.ts';
import { judgeMeans, sampleRatio } from '../../api/reports/statistics/experiments.ts';
import { lift, neededVisitors, power, rateInterval, significance } from '../../api/reports/statistics/rates.ts';
import { buildFunnels } from '../../engine/author/build.ts';
import { createRandom, type Random } from '../../engine/author/random.ts';
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

const { funnels } = buildFunnels({
  colours: palette,
  files: exampleOf('experiments'),
  topics: parseTopics(readTopics()).topics,
});
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

interface SoldGroup {
  visitors: number;
  sum: number;
  squares: number;
}

/** Experiments of four weeks whose visitors come by chance, and whether any look, once a day, shows what it looks for. */
function countSeen(name: string, look: (random: Random, groups: SoldGroup[]) => boolean): number {
  return Array.from({ length: experiments }, (_, number) => {
    const random = createRandom(`${name} ${number}`);
    const groups = Array.from({ length: 2 }, () => ({ visitors: 0, sum: 0, squares: 0 }));
    return Array.from({ length: days }, () => look(random, groups)).includes(true);
  }).filter(Boolean).length;
}

/** A day's visitors: half of those of the second variant who would buy do, at twice the price. One in ten is refunded. */
function sellForADay(random: Random, groups: readonly SoldGroup[]): void {
  for (const [at, group] of groups.entries())
    for (let visitor = 0; visitor < 700; visitor++) {
      const isKept = random.next() < (at === 0 ? 0.08 : 0.04) && random.next() < 0.9;
      const brought = isKept ? (at === 0 ? 999 : 1998) : 0;
      group.visitors += 1;
      group.sum += brought;
      group.squares += brought ** 2;
    }
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
const money = countSeen('money', (random, groups) => {
  sellForADay(random, groups);
  return judgeMeans(groups).verdict === 'difference';
});
demand(
  `where visitors bring as much, but fewer pay more, a difference is seen at any daily look in at most ${most}`,
  money <= experiments * significance,
  reported(money),
);
const spread = countSeen('spread', (random, groups) => {
  for (let visitor = 0; visitor < visitsADay; visitor++) groups[random.next() < 0.25 ? 0 : 1]!.visitors += 1;
  const all = groups.reduce((sum, { visitors }) => sum + visitors, 0);
  const [first, second] = groups.map(({ visitors }, at) => ({ visitors, expected: all * (at === 0 ? 0.25 : 0.75) }));
  return sampleRatio([first!, second!]).mismatch;
});
demand(
  'visitors who are spread as the weights say are warned of at any daily look in at most 1 %',
  spread <= experiments * 0.01,
  reported(spread),
);
console.log(`${((performance.now() - started) / 1_000).toFixed(0)} s`);
