import { describe, expect, it } from 'vitest';
import { formatCount, formatShare } from '../../../scripts/funnel/paths.ts';
import { run, temporaryFolder } from './run.ts';

/**
 * The funnel of the template by hand. Calm evenings lead to the 12 numbers of minutes at once. The other 3 answers lead
 * to 15 ways to choose: 14 of up to three of four, and none. Of the visitors with 2 points all but "none" come to 3, of
 * those with 1 point the 10 with more than one choice, and worries alone.
 */
const all = 12 + 3 * 15 * 12;
const restless = (14 + 11 + 11) * 12;

const flow = (steps: string): string =>
  `funnel: q\npath: /q\nstorage_key: q\nlocales: [en]\nsteps: [${steps}]\n` +
  'outcomes: { one: { else: true, topics: [deep-sleep] } }\nfinish: results\n';
const words = (steps: string): string =>
  `funnel: { name: Q, description: One }\nsteps: { ${steps} }\noutcomes: { one: { title: A, summary: B, points: [C] } }\n`;

describe('paths', () => {
  it('counts the visits, and shows the shortest, the longest and the shortest to each outcome', async () => {
    using folder = temporaryFolder('calm-nights');
    const { exitCode, out } = await run(['paths', 'calm-nights', '--dir', folder.path]);
    expect(out).toContain(`calm-nights has ${all} different visits`);
    expect(out).toMatch(new RegExp(`^restless_evenings +${restless} +78\\.3 % +5$`, 'm'));
    expect(out).toMatch(new RegExp(`^gentle_evenings +${all - restless} +21\\.7 % +4$`, 'm'));
    expect(out).toMatch(/\nThe shortest, 4 steps:\n {2}1\. welcome\n {2}2\. evening: calm\n {2}3\. minutes: \d+\n/);
    expect(out).toMatch(/\nThe longest, 6 steps:\n(.+\n){3} {2}4\. work_note\n/);
    expect(out).toMatch(/\nThe shortest to restless_evenings, 5 steps:\n(.+\n){5} {2}Outcome: restless_evenings\n/);
    expect(exitCode).toBe(0);
  });

  it('names what is left empty, and counts one visit as one', async () => {
    using folder = temporaryFolder();
    folder.write('q.yaml', flow('{ id: hello, type: info }'));
    folder.write('q.en.yaml', words('hello: { title: Hi }'));
    const one = await run(['paths', 'q', '--dir', folder.path]);
    expect(one.out).toMatch(/^q has 1 visit: /);
    folder.write(
      'q.yaml',
      flow(
        '{ id: hello, type: info }, { id: mail, type: email, required: false }, { id: end, type: info, show_if: not answered(mail) }',
      ),
    );
    folder.write('q.en.yaml', words('hello: { title: Hi }, mail: { title: Mail }, end: { title: End }'));
    const two = await run(['paths', 'q', '--dir', folder.path]);
    expect(two.out).toContain('The longest, 3 steps:\n  1. hello\n  2. mail: left empty\n  3. end\n');
  });

  it('has one document for programs, with counts that lose no digit', async () => {
    using folder = temporaryFolder('calm-nights');
    const { exitCode, out } = await run(['paths', 'calm-nights', '--json', '--dir', folder.path]);
    expect(JSON.parse(out)).toMatchObject({
      funnel: 'calm-nights',
      visits: String(all),
      shortest: { steps: [{ step: 'welcome' }, { step: 'evening', answer: 'calm' }, { step: 'minutes' }, {}] },
      longest: { steps: { length: 6 } },
      outcomes: [
        { id: 'restless_evenings', visits: String(restless), shortest: { outcome: 'restless_evenings' } },
        { id: 'gentle_evenings', visits: String(all - restless), shortest: { outcome: 'gentle_evenings' } },
      ],
    });
    expect(exitCode).toBe(0);
  });
});

describe('a number of visits', () => {
  it.each([
    [999_999n, '999,999'],
    [3_214_567n, '3,214,567 (about 3.2 million)'],
    [94_143_178_827n, '94,143,178,827 (about 94 billion)'],
    [12n * 10n ** 15n, '12,000,000,000,000,000 (about 10^16)'],
  ])('%s is told as %s', (count, told) => {
    expect(formatCount(count)).toBe(told);
  });

  it.each([
    [1n, 3n, '33.3 %'],
    [2n, 3n, '66.7 %'],
    [3n, 3n, '100.0 %'],
    [0n, 3n, '0.0 %'],
    [1n, 10n ** 30n, '<0.1 %'],
  ])('%s of %s is a share of %s', (part, whole, told) => {
    expect(formatShare(part, whole)).toBe(told);
  });
});
