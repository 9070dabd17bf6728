import { palette } from '../../../content/brand.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildFunnels } from '../../../engine/author/build.ts';
import { boundRemaining, boundTotal } from '../../../engine/author/compile/measure.ts';
import { parseTopics } from '../../../engine/author/topics.ts';
import type { CompiledFunnel, CompiledStep } from '../../../engine/model.ts';
import { readFunnelFiles, readTopics } from '../../../scripts/build/load-site.ts';
import { countVisits, walkEveryVisit } from './explore/every-visit.ts';
import { changed, compileUnproved, expectValid, soundFiles, withFiles } from './harness.ts';
import { funnelFiles, random, type RandomFunnel } from './random-funnels.ts';
import { matrixAnswers } from '../run/reference-visit.ts';
import { runs } from './runs.ts';

function compiled(files = soundFiles): CompiledFunnel {
  const [built] = expectValid(files);
  return built?.funnel as CompiledFunnel;
}

function step(funnel: CompiledFunnel, id: string): CompiledStep {
  return funnel.steps.find((candidate) => candidate.id === id) as CompiledStep;
}

test('a funnel is plain JSON', () => {
  const [built] = expectValid(soundFiles);
  expect(JSON.parse(JSON.stringify(built))).toEqual(built);
});

test('every type of step has its own keys and defaults', () => {
  const { steps } = compiled();
  expect(steps.map(({ type, counts }) => `${type} ${counts}`)).toEqual([
    'intro false',
    'single_choice true',
    'multiple_choice true',
    'number true',
    'info false',
    'text true',
    'email true',
    'loader false',
  ]);
  expect(steps[2]).toMatchObject({ field: 'habits', choose: { min: 1, max: 2 } });
  expect(steps[3]).toMatchObject({ input: 'slider', min: 3, max: 10, step: 0.5, unit: 'hours' });
  expect(steps[5]).toMatchObject({ field: 'firstName', required: true, maxLength: 200 });
  expect(steps[6]).toMatchObject({ field: 'contact', required: true });
  expect(steps[7]).toMatchObject({ seconds: 4 });
  expect(steps[2]).toHaveProperty('options', [
    { key: 'coffee_late', scores: { score: 2 } },
    { key: 'phone_in_bed', scores: { calm: 3 } },
    { key: 'neither', exclusive: true },
  ]);
});

describe('the edges of a step', () => {
  test('lead down the file, and from the last step to the finish', () => {
    expect(step(compiled(), 'welcome').next).toEqual([{ to: 'trouble' }]);
    expect(step(compiled(), 'analysing').next).toEqual([{ to: null }]);
  });

  test('begin with those of the options, under names that can be read', () => {
    expect(step(compiled(), 'trouble').next).toEqual([
      { when: 'trouble == "waking_at_night"', to: 'hours' },
      { to: 'habits' },
    ]);
    const files = withFiles(
      changed('sleep.yaml', 'neither: { exclusive: true }', 'neither: { exclusive: true, next: finish }'),
    );
    expect(step(compileUnproved(files), 'habits').next).toEqual([
      { when: 'habits has "neither"', to: null },
      { to: 'hours' },
    ]);
  });

  test('go on with the conditions of its own list', () => {
    const funnel = compiled();
    expect(step(funnel, 'hours').next).toEqual([{ when: 'hours < 5', to: 'name' }, { to: 'note' }]);
    expect(funnel.conditions['hours < 5']).toMatchObject({ kind: 'binary', operator: '<' });
  });
});

test('equal conditions are shared, whatever their white space', () => {
  const files = withFiles(changed('sleep.yaml', 'trouble == "shift_work"', 'hours   <\n      5'));
  const { conditions } = compileUnproved(files);
  expect(Object.keys(conditions)).toEqual(['trouble == "waking_at_night"', 'hours < 5', 'strain >= 6 or hours < 5']);
});

test('white space within quotes is kept', () => {
  const files = withFiles(changed('sleep.yaml', 'trouble == "shift_work"', `firstName   == "Ann  Lee"`));
  expect(step(compileUnproved(files), 'note').showIf).toBe('firstName == "Ann  Lee"');
});

test('every dimension is a variable of its own name, before those that the author wrote', () => {
  expect(compiled().variables).toEqual([
    { name: 'score', kind: 'sum', dimension: 'score' },
    { name: 'calm', kind: 'sum', dimension: 'calm' },
    { name: 'strain', kind: 'sum', dimension: 'score' },
    { name: 'debt', kind: 'value', value: expect.objectContaining({ kind: 'call', name: 'max' }) },
  ]);
});

test('words have their recalls cut out, in the order of the flow', () => {
  const [built] = expectValid(soundFiles);
  const words = built?.words['es'];
  expect(Object.keys(words?.steps ?? {})).toEqual(built?.funnel.steps.map(({ id }) => id));
  expect(words?.steps['note']?.title).toEqual(['Dijiste: ', { recall: 'trouble' }, '.']);
  expect(words?.outcomes['urgent']?.summary).toEqual([
    'Duermes ',
    { recall: 'hours' },
    ', ',
    { recall: 'firstName', fallback: 'amigo' },
    '.',
  ]);
  expect(words?.steps['trouble']?.options?.['shift_work']).toEqual({ label: 'Turnos', note: 'tarde o temprano' });
  expect(Object.keys(words?.topics ?? {})).toEqual(['deep-sleep', 'wind-down']);
});

function phrase(locale: string, label: string, said: string) {
  return changed(`sleep.${locale}.yaml`, label, `{ label: ${label}, recall: ${said} }`);
}

test('how an option is recalled goes with its words, in each locale, and not into the version', () => {
  const files = withFiles(
    phrase('en', "I can't fall asleep", 'falling asleep'),
    phrase('es', 'No me duermo', 'dormirme'),
  );
  const [built] = expectValid(files);
  const options = (locale: string) => built?.words[locale]?.steps['trouble']?.options;
  expect(options('en')).toMatchObject({
    falling_asleep: { label: "I can't fall asleep", recall: 'falling asleep' },
    waking_at_night: 'I wake at night',
  });
  expect(options('es')).toMatchObject({ falling_asleep: { label: 'No me duermo', recall: 'dormirme' } });
  expect(built?.funnel.version).toBe(compiled().version);
});

describe('the version', () => {
  test('is that of the behaviour: comments, order of keys and words do not change it', () => {
    const { version } = compiled();
    expect(version).toMatch(/^[0-9a-f]{16}$/);
    expect(compiled(withFiles(changed('sleep.yaml', 'steps:\n', '# the steps\nsteps:\n'))).version).toBe(version);
    expect(compiled(withFiles(changed('sleep.yaml', 'min: 3\n    max: 10\n', 'max: 10\n    min: 3\n'))).version).toBe(
      version,
    );
    expect(compiled(withFiles(changed('sleep.en.yaml', 'title: Welcome', 'title: Hello'))).version).toBe(version);
  });

  test('changes with anything that a visitor could notice', () => {
    const { version } = compiled();
    expect(compiled(withFiles(changed('sleep.yaml', 'score: 2', 'score: 1'))).version).not.toBe(version);
    expect(compiled(withFiles(changed('sleep.yaml', 'hours < 5, to', 'hours < 6, to'))).version).not.toBe(version);
  });
});

// ── What the compiler computes over the graph, against walking every way ───────────────────────────────────────────

/** Every way from a step on, each with the steps that it shows: by any branch, and past any step that may be hidden. */
function waysFrom(funnel: CompiledFunnel, at: string | null): readonly (readonly CompiledStep[])[] {
  if (at === null) return [[]];
  const index = funnel.steps.findIndex(({ id }) => id === at);
  const here = funnel.steps[index] as CompiledStep;
  const targets = new Set(here.next.map(({ to }) => to));
  const shown = [...targets].flatMap((to) => waysFrom(funnel, to).map((way) => [here, ...way]));
  const hidden = here.showIf === undefined ? [] : waysFrom(funnel, funnel.steps[index + 1]?.id ?? null);
  return [...shown, ...hidden];
}

function choicesOf(here: CompiledStep): readonly (readonly string[])[] {
  if (here.type === 'single_choice' || here.type === 'select') return here.options.map(({ key }) => [key]);
  if (here.type === 'matrix') return matrixAnswers(here);
  if (here.type !== 'multiple_choice') return [[]];
  const keys = here.options.map(({ key }) => key);
  const exclusive = new Set(here.options.filter((option) => option.exclusive).map(({ key }) => key));
  const subsets = keys.reduce<string[][]>((sets, key) => [...sets, ...sets.map((set) => [...set, key])], [[]]);
  return subsets.filter((set) =>
    set.some((key) => exclusive.has(key))
      ? set.length === 1
      : set.length >= here.choose.min && set.length <= here.choose.max,
  );
}

/** What each choice on a step is worth on a dimension. */
function pointsOn(here: CompiledStep, dimension: string): readonly number[] {
  if (!('options' in here)) return [0];
  return choicesOf(here).map((chosen) =>
    here.options
      .filter(({ key }) => chosen.includes(key))
      .reduce((sum, { scores }) => sum + (scores?.[dimension] ?? 0), 0),
  );
}

test('as far as the graph alone tells, steps that remain and the range of every score are those of its ways', () => {
  fc.assert(
    fc.property(random.smallFunnel, (description: RandomFunnel) => {
      const funnel = compileUnproved(funnelFiles(description));
      const remaining = boundRemaining(funnel.steps);
      for (const [index, here] of funnel.steps.entries()) {
        const counts = here.next.flatMap(({ to }) => waysFrom(funnel, to)).map((way) => way.length);
        expect(remaining[index]).toEqual({ fewest: Math.min(...counts), most: Math.max(...counts) });
      }
      const whole = waysFrom(funnel, funnel.steps[0]?.id ?? null);
      for (const { name } of funnel.dimensions) {
        const totals = (extreme: (...points: number[]) => number): readonly number[] =>
          whole.map((way) => way.reduce((sum, here) => sum + extreme(...pointsOn(here, name)), 0));
        const [least, most] = [Math.min(...totals(Math.min)), Math.max(...totals(Math.max))];
        expect(boundTotal(funnel.steps, name)).toEqual({ least, most });
      }
    }),
    { numRuns: runs(50) },
  );
});

// ── What it computes of all visits ─────────────────────────────────────────────────────────────────────────────────

test('steps that remain and the range of every score are those of every visit on the machine', () => {
  fc.assert(
    fc.property(random.smallFunnel, (description) => {
      const funnel = compileUnproved(funnelFiles(description));
      fc.pre(countVisits(funnel) <= 2000);
      const { remaining, totals } = walkEveryVisit(funnel);
      for (const [id, range] of Object.entries(remaining)) {
        const { fewest, most } = step(funnel, id);
        expect([id, fewest, most]).toEqual([id, ...range]);
      }
      expect(Object.fromEntries(funnel.dimensions.map(({ name, least, most }) => [name, [least, most]]))).toEqual(
        totals,
      );
    }),
    { numRuns: runs(30) },
  );
});

describe('the funnels of the site', () => {
  const { funnels } = buildFunnels({
    colours: palette,
    files: readFunnelFiles('funnels'),
    topics: parseTopics(readTopics()).topics,
  });
  const site = (id: string) => funnels.find(({ funnel }) => funnel.id === id)?.funnel as CompiledFunnel;

  test('nervous system overload shows one of its two explanations to everyone', () => {
    expect(step(site('nervous-system-overload'), 'welcome')).toMatchObject({ fewest: 13, most: 14 });
  });

  test('sleep issues asks nobody on shifts for their bedtime', () => {
    const { dimensions } = site('sleep-issues');
    expect(dimensions).toContainEqual({ name: 'rhythm', least: 0, most: 5 });
  });
});

test('a funnel with more visits than can be distinguished in time is measured over its graph', () => {
  const keys = Array.from({ length: 24 }, (_, index) => `option_${index}`);
  const options = keys.map((key) => `      ${key}: { score: { calm: 1 } }`).join('\n');
  const notes = keys.map((key) => `  - { id: about_${key}, type: info, show_if: 'many has "${key}"' }`).join('\n');
  const many = `  - id: many\n    type: multiple_choice\n    options:\n${options}\n${notes}\n  - id: name\n`;
  const labels = keys.map((key) => `      ${key}: Label`).join('\n');
  const titles = keys.map((key) => `  about_${key}: { title: Title }`).join('\n');
  const words = `  many:\n    title: Title\n    options:\n${labels}\n${titles}\n  name: {`;
  const funnel = compiled(
    withFiles(
      changed('sleep.yaml', '  - id: name\n', many),
      changed('sleep.en.yaml', '  name: {', words),
      changed('sleep.es.yaml', '  name: {', words),
    ),
  );
  expect(step(funnel, 'many')).toMatchObject({ fewest: 3, most: 27 });
  expect(step(funnel, 'welcome')).toMatchObject({ most: 32 });
  expect(funnel.dimensions).toContainEqual({ name: 'calm', least: 0, most: 27 });
});
