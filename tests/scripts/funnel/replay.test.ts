import { expect, test } from 'vitest';
import type { ReplayedVisit } from '../../../api/events/replay-visits.ts';
import type { VisitEvent } from '../../../engine/model.ts';
import { encodeVisit } from '../../../engine/replay/visit-log.ts';
import { formatVisit, listVisits } from '../../../scripts/funnel/replay-text.ts';
import { realFunnel } from '../../engine/author/real-funnels.ts';
import { run } from './run.ts';

const { funnel } = realFunnel('sleep-issues');
const answer = (value: string | number): VisitEvent => ({ type: 'ANSWER', value });
const log = {
  funnel: funnel.id,
  version: funnel.version,
  input: { variants: { night_fact: 'cycles' } },
  events: [{ type: 'NEXT' }, answer('sleeping_fine'), answer(7), { type: 'BACK' }],
} as const;
const linesOf = (text: string) => text.split('\n');

test('a visit out of a link is printed step by step, without a database', async () => {
  const code = encodeVisit({ ...log, times: [4_200, 11_300, 14_300, 74_300] });
  const { exitCode, out } = await run(['replay', code]);
  expect(exitCode).toBe(0);
  expect(linesOf(out)).toEqual(
    expect.arrayContaining([
      'Variants: night_fact: cycles',
      expect.stringMatching(/^0:00 +welcome +Continue +4\.2 +goal \w+/),
      expect.stringMatching(/^0:04 +trouble +sleeping_fine +7\.1/),
      expect.stringMatching(/^0:11 +hours +7 +3\.0/),
      expect.stringMatching(/^0:14 +fact_cycles +Back +60\.0$/),
      expect.stringMatching(/^1:14 +hours$/),
      'Left at hours.',
    ]),
  );
  expect(out).toContain(`http://localhost:6006/?path=/story/sleep-issues--player&args=visit:${code}\n`);
});

test('where a link has no times, none are printed; for programs it is one document', async () => {
  const code = encodeVisit(log);
  expect((await run(['replay', code])).out).toMatch(/^step +visitor +seconds$/m);
  const { out } = await run(['replay', code, '--json']);
  expect(JSON.parse(out)).toMatchObject({ funnel: funnel.id, at: 'hours', outcome: null, readable: true });
});

test('a visit of another version is printed as far as it fits', async () => {
  const code = encodeVisit({
    ...log,
    version: 'older',
    events: [{ type: 'NEXT' }, answer('an_old_option'), answer(7)],
  });
  const { out } = await run(['replay', code, '--storybook', 'https://stories.example']);
  expect(out).toMatch(/^Left at trouble\.$/m);
  expect(out).toMatch(/^Not everything could be replayed/m);
  expect(out).toMatch(/^ {2}On version older:\n {2}https:\/\/stories\.example\/\?path=/m);
});

test('what is no visit is refused with what to do', async () => {
  const cut = await run(['replay', encodeVisit(log).slice(0, -3)]);
  expect(cut).toMatchObject({ exitCode: 1, err: expect.stringMatching(/it was cut, or changed/) });
  expect((await run(['replay', 'v9-abc'])).err).toMatch(/another release/);
  const strange = encodeVisit({ ...log, funnel: 'sleep-isues' });
  expect((await run(['replay', strange])).err).toMatch(/Did you mean "sleep-issues"/);
});

const stored: ReplayedVisit = {
  visit: '019a9d2e-5c00-7c3a-9e5b-0242ac120002',
  funnel: funnel.id,
  locale: 'es',
  source: 'news\u001B[31mletter',
  startedAt: '2026-11-20T14:03:22.000Z',
  variants: {},
  events: [
    { at: 0, type: 'step_shown', step: 'welcome' },
    { at: 1_500, type: 'page_left', step: 'welcome' },
    { at: 9_000, type: 'step_left', step: 'welcome', to: 'trouble', by: 'next', seconds: 2.5 },
    { at: 9_000, type: 'variant_met', experiment: 'night_fact', variant: 'effort' },
    { at: 9_000, type: 'step_shown', step: 'trouble' },
    { at: 12_000, type: 'step_answered', step: 'trouble', answer: ['one', 'two'] },
    { at: 12_000, type: 'step_left', step: 'trouble', to: null, by: 'next', seconds: 3 },
    { at: 12_000, type: 'visit_finished', outcome: 'well_kept' },
  ],
  variables: { strain: 4 },
  outcome: 'well_kept',
  at: null,
  readable: true,
  signedUp: true,
  paid: true,
  stretches: [{ version: funnel.version, code: 'v2-abc' }],
};

test('a stored visit is printed with where it came from and what became of it', () => {
  const text = formatVisit(stored, 'http://localhost:6006/');
  expect(linesOf(text)).toEqual(
    expect.arrayContaining([
      `Visit ${stored.visit} of sleep-issues, begun 2026-11-20 14:03 UTC, in es, from news\u{FFFD}[31mletter`,
      expect.stringMatching(/^0:00 +welcome +Continue +2\.5 +left the page; night_fact: effort$/),
      expect.stringMatching(/^0:09 +trouble +one, two +3\.0 +finished$/),
      'Variables: strain: 4',
      'Finished: well_kept.',
      'After it the visitor signed up and bought.',
    ]),
  );
});

test('the last visits are printed on a line each', () => {
  const [, line] = linesOf(listVisits(funnel.id, [stored]));
  expect(line).toMatch(/^019a\S+ +2026-11-20 14:03 UTC +es +news\S+ +2 +finished: well_kept, bought$/);
  expect(listVisits(funnel.id, [])).toBe('sleep-issues has no visits yet.');
});
