import type { ConversionReport } from '../statistics/experiment-report.ts';
import type { Numbers } from './numbers.ts';
import type { ReportWords } from './words/words.ts';

/** What a comparison means, in a sentence. */
export function describeVerdict(
  { verdict, variants, neededVisitors }: ConversionReport,
  { experiments: words }: ReportWords,
  numbers: Numbers,
): string {
  switch (verdict) {
    case 'too_small': {
      if (neededVisitors === null) return words.nobodyYet;
      const fewest = Math.min(...variants.map(({ visitors }) => visitors));
      return words.tooSmall(numbers.count(neededVisitors), numbers.count(fewest));
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
function whoDiffers([first, ...others]: ConversionReport['variants']): { better: string; worse: string } {
  const [other] = [...others].sort((one, two) => (one.p ?? 1) - (two.p ?? 1));
  if (!first || !other) throw new Error('A difference takes two variants');
  const [better, worse] = other.rate > first.rate ? [other, first] : [first, other];
  return { better: better.name, worse: worse.name };
}
