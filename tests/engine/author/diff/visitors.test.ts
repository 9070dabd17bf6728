import { describe, expect, test } from 'vitest';
import { moveVisitors } from '../../../../engine/author/diff/move-visitors.ts';
import { matchVersions } from '../../../../engine/author/diff/versions.ts';
import { buildFunnel, type StepDraft } from '../../run/build-funnel.ts';
import { diffOf, type Replacements } from './edit.ts';

/** What can happen to visitors at a step: `kind to`, and what is lost or unused. */
function fatesAt(step: string, ...edit: Replacements) {
  const { fates } = diffOf(...edit).visitors!.steps.find((place) => place.step === step)!;
  return fates.map(withoutExample);
}

/** What happens to those who have finished. */
function finishedAfter(...edit: Replacements) {
  return diffOf(...edit).visitors!.finished.map(withoutExample);
}

function withoutExample<Fate extends object>(fate: Fate): Omit<Fate, 'example'> {
  return Object.fromEntries(Object.entries(fate).filter(([name]) => name !== 'example')) as Omit<Fate, 'example'>;
}

function ask(id: string): StepDraft {
  return { id, type: 'single_choice', options: [{ key: 'yes' }, { key: 'no' }] };
}

const alone = { lost: [], unused: [], again: [] };

describe('a visitor in the middle', () => {
  test('goes on where nothing that they answered has changed', () => {
    expect(fatesAt('hours', ['min: 3\n', 'min: 2\n'])).toEqual([{ kind: 'continues', to: 'hours', ...alone }]);
  });

  test('migrates to a step with a new name', () => {
    const edit: Replacements = [
      ['- id: contact\n', '- id: address\n    renamed_from: contact\n'],
      ['  contact: {', '  address: {'],
    ];
    expect(fatesAt('contact', ...edit)).toEqual([{ kind: 'migrates', to: 'address', ...alone }]);
    expect(fatesAt('analysing', ...edit)).toEqual([{ kind: 'migrates', to: 'analysing', ...alone }]);
  });

  test('moves to the step before one that is gone, if that asks nothing, else to the one after', () => {
    const withoutNote: Replacements = [
      ['  - id: note\n    type: info\n    show_if: trouble == "shift_work"\n', ''],
      ['  note: { title: "You said: {{trouble}}." }\n', ''],
      ['  note: { title: "Dijiste: {{trouble}}." }\n', ''],
      ['{ else: note }', '{ else: name }'],
    ];
    expect(fatesAt('note', ...withoutNote)).toEqual([{ kind: 'moves', to: 'name', ...alone }]);
  });

  test('goes back to a question that comes in between, and sees the answered ones again', () => {
    const edit: Replacements = [
      ['  - id: hours\n', '  - { id: city, type: text }\n  - id: hours\n'],
      ['  hours:\n', '  city: { title: City }\n  hours:\n'],
    ];
    expect(fatesAt('contact', ...edit)).toContainEqual({
      ...alone,
      kind: 'goes_back',
      to: 'city',
      first: 'city',
      again: ['hours', 'firstName'],
    });
    expect(fatesAt('hours', ...edit)).toContainEqual({ kind: 'moves', to: 'city', ...alone });
  });

  test('keeps an answer that no longer counts, as the new way leads past its question', () => {
    const fates = fatesAt('hours', ['shift_work: {}', 'shift_work: { next: hours }']);
    expect(fates).toEqual([{ kind: 'continues', to: 'hours', lost: [], unused: ['habits'], again: [] }]);
  });

  test('loses the answer to a question that is gone, which others never gave', () => {
    const fates = fatesAt(
      'hours',
      ['  - id: habits\n    type: multiple_choice\n    choose: { min: 1, max: 2 }\n', '  - id: late\n    type: info\n'],
      [
        '    options:\n      coffee_late: { score: 2 }\n      phone_in_bed: { score: { calm: 3 } }\n      neither: { exclusive: true }\n',
        '',
      ],
      ['dimensions:\n  calm: Calm\n', ''],
      ['dimensions:\n  calm: Calma\n', ''],
      [
        '  habits:\n    title: What do you do late?\n    options: { coffee_late: Coffee, phone_in_bed: My phone, neither: Neither }\n',
        '  late: { title: It is late. }\n',
      ],
      [
        '  habits:\n    title: ¿Qué haces de noche?\n    options: { coffee_late: Café, phone_in_bed: Móvil, neither: Nada }\n',
        '  late: { title: Es tarde. }\n',
      ],
    );
    expect(fates).toContainEqual({ kind: 'continues', to: 'hours', lost: ['habits'], unused: [], again: [] });
    expect(fates).toContainEqual({ kind: 'continues', to: 'hours', ...alone });
  });

  test('keeps one of two answers to questions that have become one, even where they are the same', () => {
    const end = { id: 'end', type: 'info' } as const;
    const versions = matchVersions(
      buildFunnel({ version: 'before', steps: [ask('one'), ask('two'), end] }),
      buildFunnel({ version: 'after', steps: [{ ...ask('two'), renamedFrom: ['one'] }, end] }),
    );
    const { fates } = moveVisitors(versions).steps.find(({ step }) => step === 'end')!;
    expect(fates.filter(({ lost }) => lost.length === 0)).toEqual([]);
  });

  test('starts over where the funnel says so', () => {
    const restart: Replacements = [['finish: results', 'finish: results\nrestart: true']];
    expect(fatesAt('welcome', ...restart)).toEqual([{ kind: 'restarts', to: 'welcome', ...alone }]);
    expect(fatesAt('analysing', ...restart).map(({ kind, to }) => `${kind} ${to}`)).toEqual(['restarts welcome']);
  });

  test('is shown by the shortest visit', () => {
    const { steps } = diffOf(['min: 3\n', 'min: 4\n']).visitors!;
    const losing = steps.find(({ step }) => step === 'name')!.fates.find(({ lost }) => lost.length > 0)!;
    expect(losing.example.steps).toEqual([
      { step: 'welcome' },
      { step: 'trouble', answer: 'waking_at_night' },
      { step: 'hours', answer: 3 },
      { step: 'name' },
    ]);
  });
});

describe('a visitor who has finished', () => {
  test('keeps their result where it is the same', () => {
    expect(finishedAfter(['- id: name\n', '- id: name\n    counts: false\n'])).toEqual([{ kind: 'same' }]);
  });

  test('gets another one where conditions have changed', () => {
    expect(finishedAfter(['strain >= 6 or hours < 5', 'strain >= 4 or hours < 5'])).toEqual(
      expect.arrayContaining([{ kind: 'same' }, { kind: 'other', from: 'gentle', to: 'urgent' }]),
    );
  });

  test('gets none where answers no longer fit, or are looked for elsewhere', () => {
    expect(finishedAfter(['min: 3\n', 'min: 4\n'])).toContainEqual({ kind: 'unusable' });
    expect(finishedAfter(['wizardSleep', 'wizardNights'])).toEqual([{ kind: 'unusable' }]);
  });
});

test('for visitors nothing changes by words alone', () => {
  expect(diffOf(['What keeps you awake?', 'What keeps you up?']).visitors).toBeUndefined();
});
