import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { neededVisitors } from '../../api/reports/statistics/rates.ts';
import { firstStepOf } from '../../scripts/build/first-screens.ts';
import { expectValid } from '../engine/author/harness.ts';
import { exampleOf } from './example-of.ts';

const manual = readFileSync('docs/guide/experiments.md', 'utf8');

describe('the manual of experiments', () => {
  it('has an example that compiles, and whose first screen depends on the variant', () => {
    const [built] = expectValid(exampleOf('experiments'));
    expect(firstStepOf(built!.funnel)).toMatchObject({ steps: { plain: 'plain_intro', doctors: 'doctors_intro' } });
  });

  it('has texts by variant in it', () => {
    const [built] = expectValid(exampleOf('experiments'));
    expect(built!.words['en']!.variants).toEqual({
      wording: {
        direct: {
          steps: { wake_up: { title: 'How hard is it to get up?', options: { heavy: 'Very hard' } } },
          outcomes: { heavy: { summary: 'You sleep too little.' } },
        },
      },
    });
  });

  it('says how many visitors it takes as the report does', () => {
    const said = manual.replaceAll(/\s+/g, ' ');
    const [, two, ten, fifty] = /at most ([\d,]+) at 2 %, ([\d,]+) at 10 %, ([\d,]+) at 50 %/.exec(said)!;
    const reported = [two, ten, fifty].map((text) => Number(text!.replace(',', '')));
    expect(reported).toEqual([0.02, 0.1, 0.5].map((rate) => neededVisitors(rate)));
  });
});
