import { plainText } from '../../../engine/run/plain-text.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Text } from '../../../engine/model.ts';
import { formatNumber, toScreen } from '../../../engine/run/screen.ts';
import { buildFunnel, is, withWords } from './build-funnel.ts';
import { quizOne } from './quiz-one.ts';
import { visit } from './visitor.ts';

const recall = (field: string, fallback?: string): Text => ['“', { recall: field, ...(fallback && { fallback }) }, '”'];

describe('progress', () => {
  test('section 2: progress bar showing current/final step and a percentage rounded up', () => {
    const visitor = visit(quizOne);
    const percents = [7, 13, 19, 25, 32, 38, 44, 50, 57, 63, 69, 75, 82, 88, 94, 100];
    for (const [index, percent] of percents.entries()) {
      expect(visitor.screen.progress).toEqual({ current: index + 1, final: 16, percent });
      visitor.goOn();
    }
  });

  test('the final step is the most that can still be shown, so the bar never falls back', () => {
    const funnel = buildFunnel({
      steps: [
        { id: 'fork', type: 'single_choice', next: [{ when: 'short', to: 'end' }, { to: 'long' }] },
        { id: 'long', type: 'info' },
        { id: 'longer', type: 'info' },
        { id: 'end', type: 'info' },
      ],
      conditions: { short: is('fork', 'yes') },
    });
    expect(visit(funnel).screen.progress).toEqual({ current: 1, final: 4, percent: 25 });
    expect(visit(funnel).answer('yes').screen.progress).toEqual({ current: 2, final: 2, percent: 100 });
    expect(visit(funnel).answer('no').screen.progress).toEqual({ current: 2, final: 4, percent: 50 });
  });
});

describe('the words of a step', () => {
  const funnel = buildFunnel({
    steps: [
      { id: 'trouble', type: 'single_choice', options: ['noise', 'light'] },
      { id: 'habits', type: 'multiple_choice', options: ['tea', 'nap', { key: 'none', exclusive: true }] },
      { id: 'hours', type: 'number', unit: 'hours', max: 2000, step: 0.5 },
      { id: 'name', type: 'text', required: false },
      { id: 'end', type: 'info' },
    ],
  });
  const options = { tea: 'Té', nap: { label: 'Siesta', note: 'Corta' }, none: 'Nada' };
  const spoken = (locale: string, title: Text) =>
    withWords(funnel, {
      locale,
      steps: {
        trouble: { title: 'T', options: { noise: 'El ruido' } },
        habits: { title: 'H', options },
        end: { title },
      },
    });
  const titleAtEnd = (locale: string, field: string, fallback?: string) => {
    const visitor = visit(funnel).answer('noise').answer(['tea', 'nap']).answer(1234.5).next();
    return toScreen(spoken(locale, recall(field, fallback)), visitor.actor.getSnapshot())!.title;
  };

  test('a choice is recalled by its label in the reader’s language', () =>
    expect(titleAtEnd('es', 'trouble')).toBe('“El ruido”'));
  test('a choice with a phrase is recalled by that, and the screen of its question keeps the label', () => {
    const phrases = {
      tea: { label: 'Té', recall: 'el té' },
      nap: { label: 'Siesta', note: 'Corta', recall: 'la siesta' },
      none: 'Nada',
    };
    const data = spoken('es', recall('habits'));
    const words = { ...data.words, steps: { ...data.words.steps, habits: { title: 'H', options: phrases } } };
    const said = (...habits: string[]) => {
      const visitor = visit(funnel).answer('noise').answer(habits).answer(7).next();
      return toScreen({ ...data, words }, visitor.actor.getSnapshot())!.title;
    };
    expect(said('tea', 'nap')).toBe('“el té y la siesta”');
    expect(said('none')).toBe('“Nada”');
    const asked = toScreen({ ...data, words }, visit(funnel).answer('noise').actor.getSnapshot());
    expect(asked).toMatchObject({ options: [{ label: 'Té' }, { label: 'Siesta', note: 'Corta' }, { label: 'Nada' }] });
  });
  test('whatever the options say, a text has the phrase of each chosen one, or else its label', () => {
    const text = fc.string({ minLength: 1 });
    const words = fc.oneof(text, fc.record({ label: text, note: text, recall: text }, { requiredKeys: ['label'] }));
    const choice = fc.subarray(['tea', 'nap'] as const, { minLength: 1 });
    fc.assert(
      fc.property(fc.record({ tea: words, nap: words, none: words }), choice, (given, chosen) => {
        const data = spoken('es', [{ recall: 'habits' }]);
        const steps = { ...data.words.steps, habits: { title: 'H', options: given as typeof options } };
        const visitor = visit(funnel).answer('noise').answer(chosen).answer(7).next();
        const { title } = toScreen({ ...data, words: { ...data.words, steps } }, visitor.actor.getSnapshot())!;
        const said = chosen.map((key) => {
          const option = given[key];
          return typeof option === 'string' ? option : (option.recall ?? option.label);
        });
        expect(title).toBe(new Intl.ListFormat('es').format(said));
      }),
    );
  });
  test('several choices are joined as the reader’s language joins them', () => {
    expect(titleAtEnd('es', 'habits')).toBe('“Té y Siesta”');
    expect(titleAtEnd('en', 'habits')).toBe('“Té and Siesta”');
  });
  test('a number is recalled with its unit, in the reader’s language', () => {
    expect(titleAtEnd('en', 'hours')).toBe('“1,234.5 hours”');
    expect(titleAtEnd('es', 'hours')).toBe('“1234,5 horas”');
  });
  test.each([
    ['without its own full stop', ' I moved out. ', 'I moved out'],
    ['whichever way it is read', 'מיכל', 'מיכל'],
    ['without marks that turn what follows', '\u202Egnp\u2069', 'gnp'],
  ])('what was written freely is recalled between marks of an isolate, %s', (_how, written, said) => {
    const visitor = visit(funnel).answer('noise').answer(['tea']).answer(7).answer(written);
    const data = spoken('en', ['You said: ', { recall: 'name' }, '.']);
    const { title } = toScreen(data, visitor.actor.getSnapshot())!;
    expect(title).toBe(`You said: \u2068${said}\u2069.`);
    expect(plainText(title)).toBe(`You said: ${said}.`);
  });
  test('a number is written as it was meant: a year has no comma, small steps keep their decimals', () => {
    expect(formatNumber(1990, undefined, 'en')).toBe('1990');
    expect(formatNumber(0.0005, undefined, 'en')).toBe('0.0005');
    expect(formatNumber(25000, undefined, 'en')).toBe('25,000');
    expect(formatNumber(1, 'hours', 'es')).toBe('1 hora');
  });
  test('what was not answered is recalled by the fallback, or by an ellipsis', () => {
    expect(titleAtEnd('en', 'name', 'friend')).toBe('“friend”');
    expect(titleAtEnd('en', 'name')).toBe('“…”');
  });

  test('a draft that is not on the path is not recalled, but shown as already chosen', () => {
    const visitor = visit(funnel).answer('noise').back();
    const data = spoken('es', 'x');
    const words = { ...data.words, steps: { ...data.words.steps, trouble: { title: recall('trouble') } } };
    expect(toScreen({ ...data, words }, visitor.actor.getSnapshot())).toMatchObject({ title: '“…”', answer: 'noise' });
  });

  test('an option has its label, its note and whether it is exclusive', () => {
    const visitor = visit(funnel).answer('noise');
    expect(toScreen(spoken('es', 'x'), visitor.actor.getSnapshot())).toMatchObject({
      type: 'multiple_choice',
      choose: { min: 1, max: 3 },
      options: [
        { key: 'tea', label: 'Té', exclusive: false },
        { key: 'nap', label: 'Siesta', note: 'Corta', exclusive: false },
        { key: 'none', label: 'Nada', exclusive: true },
      ],
    });
  });

  test('what the author did not write is left out', () => {
    expect(Object.keys(visit(quizOne).screen)).toEqual(['stepId', 'title', 'body', 'progress', 'canGoBack', 'type']);
  });

  test('section 4: a finished quiz shows no step', () => {
    const visitor = visit(quizOne).walkToEnd();
    expect(toScreen(visitor.data, visitor.actor.getSnapshot())).toBeNull();
  });
});

test.each([
  [1, 'hours', 'en', '1 hour'],
  [7, 'hours', 'en', '7 hours'],
  [1, 'hours', 'es', '1 hora'],
  [7.5, 'hours', 'es', '7,5 horas'],
  [80, 'kilograms', 'es', '80 kilogramos'],
  [50, 'percent', 'en', '50 percent'],
  [30, 'centimeters', 'en', '30 centimeters'],
  [12345, undefined, 'en', '12,345'],
] as const)('%d %s in %s is “%s”'.replace('“%s”', '%s'), (value, unit, locale, words) => {
  expect(formatNumber(value, unit, locale)).toBe(words);
});
