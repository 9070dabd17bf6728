import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatProblem } from '../../../engine/problem.ts';
import type { Answers, FunnelData, ShownText, VisitInput } from '../../../engine/model.ts';
import { readPages } from '../../../engine/replay/read-pages.ts';
import { toResult } from '../../../engine/run/result.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import { isRare } from '../../../engine/run/steps/index.ts';
import { answersOnPath, type Journey } from '../../../engine/run/journey.ts';
import { simulateLogs } from '../../events/simulated/simulate-logs.ts';
import { runs } from '../author/runs.ts';
import { buildCase } from './case.ts';

const { funnels, problems, warnings } = buildCase('price-words');
const [{ funnel, words }] = funnels as [(typeof funnels)[number]];
type Variants = NonNullable<VisitInput['variants']>;
type Locale = 'en' | 'es';

test('texts by variant have no problem, and that a variant alone recalls an answer is proved', () => {
  expect([...problems, ...warnings].map((problem) => formatProblem(problem))).toEqual([]);
});

/** What a visitor with these variants reads, by the file alone. */
function readFile(locale: Locale, variants: Variants) {
  const read = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(read);
    const [[key, texts] = ['', {}]] = Object.entries(part);
    const [, experiment] = key.split('.');
    if (experiment !== undefined) return (texts as Record<string, unknown>)[variants[experiment]!];
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, read(each)]));
  };
  const key = `${locale} ${variants['opening']} ${variants['price']}`;
  const known = readings.get(key) ?? (read(files[locale]) as WordsFile);
  readings.set(key, known);
  return known;
}

const readings = new Map<string, WordsFile>();

const files = { en: parseWords('en'), es: parseWords('es') };

function parseWords(locale: Locale): unknown {
  return parse(readFileSync(`tests/cases/price-words.${locale}.yaml`, 'utf8'));
}

type OptionInFile = string | { readonly label: string; readonly note?: string; readonly recall?: string };
interface WordsFile {
  readonly site: { readonly plan_button: string };
  readonly steps: Readonly<Record<string, StepInFile>>;
  readonly outcomes: Readonly<Record<string, OutcomeInFile>>;
}
interface StepInFile {
  readonly title: string;
  readonly subtitle?: string;
  readonly body?: string | readonly string[];
  readonly button?: string;
  readonly lowest?: string;
  readonly options?: Readonly<Record<string, OptionInFile>>;
}
interface OutcomeInFile {
  readonly title: string;
  readonly summary: string;
  readonly points: readonly string[];
  readonly plan_title?: string;
}

/** The same with the answers in their places, without the signs of emphasis. */
function fill(text: string, file: WordsFile, locale: Locale, { wake, hours, doubts }: Answers): string {
  const said = (step: string, key: string) => {
    const option = file.steps[step]!.options![key]!;
    return typeof option === 'string' ? option : (option.recall ?? option.label);
  };
  const lost = 56 - 7 * Number(hours);
  return text
    .replaceAll('**', '')
    .replace('{{wake}}', () => said('wake', String(wake)))
    .replace('{{hours}}', String(hours))
    .replace('{{doubts}}', () => {
      const chosen = (doubts as readonly string[]).map((key) => said('doubts', key));
      return new Intl.ListFormat(locale).format(chosen);
    })
    .replace(/\{\{lost, plural, =0 \{(.*?)\} one \{.*?\} other \{# (.*?)\}\}\}/, (_all, none: string, other: string) =>
      lost === 0 ? none : `${lost} ${other}`,
    );
}

const listOf = (texts: string | readonly string[] = []) => [texts].flat();

function plain(text: ShownText): string {
  return typeof text === 'string' ? text : text.parts.map(plain).join('');
}

/** The way of a visitor, worked out without the engine. */
function expectedWay({ opening }: Variants, { wake, budget }: Answers) {
  const steps = [
    'welcome',
    ...(opening === 'bold' ? ['hours'] : []),
    'wake',
    ...(wake === 'rushed' ? [] : ['offer']),
    'budget',
    'doubts',
  ];
  const points = { rested: 0, heavy: 2, rushed: 1 }[wake as 'rested'] + (budget === 'enough' ? 1 : 0);
  return { steps, outcome: points >= 2 ? 'tired' : 'fine' };
}

function expectScreen(data: FunnelData, journey: Journey, variants: Variants, locale: Locale): string {
  const screen = toScreen(data, { context: { journey, reported: [] } })!;
  const file = readFile(locale, variants);
  const said = file.steps[screen.stepId]!;
  const answers = answersOnPath(funnel, journey);
  expect({
    title: screen.title,
    subtitle: screen.subtitle,
    body: screen.body.map(plain),
    button: screen.button,
    lowest: 'lowest' in screen ? screen.lowest : undefined,
    options: 'options' in screen ? screen.options.map(({ label, note }) => [label, note]) : [],
  }).toEqual({
    title: said.title,
    subtitle: said.subtitle === undefined ? undefined : fill(said.subtitle, file, locale, answers),
    body: listOf(said.body).map((text) => fill(text, file, locale, answers)),
    button: said.button,
    lowest: said.lowest,
    options: Object.values(said.options ?? {}).map((option) =>
      typeof option === 'string' ? [option, undefined] : [option.label, option.note],
    ),
  });
  return screen.stepId;
}

test.each(['en', 'es'] as const)(
  'in %s each of a thousand visitors, who also go back, reads the texts of their variants on every screen',
  (locale) => {
    const data = { funnel, words: words[locale]! };
    const seen = new Set<string>();
    const logs = simulateLogs(funnel, { visits: runs(1000), seed: locale, stay: 1, back: 0.15, from: 0, to: 1e9 });
    for (const { answers, outcome, pages, variants, walk } of logs) {
      for (const { journey } of walk.moves) expectScreen(data, journey, variants, locale);
      const right = expectedWay(variants, answers);
      expect(outcome).toBe(right.outcome);
      expect(Object.keys(answers).toSorted()).toEqual(
        right.steps.filter((id) => id !== 'welcome' && id !== 'offer').toSorted(),
      );
      const file = readFile(locale, variants);
      const said = file.outcomes[right.outcome]!;
      const result = toResult(data, answers, { variants })!;
      expect({ ...result, summary: plain(result.summary), points: result.points.map(plain) }).toMatchObject({
        title: fill(said.title, file, locale, answers),
        summary: fill(said.summary, file, locale, answers),
        points: said.points,
        site: {
          plan_button: file.site.plan_button,
          ...(said.plan_title !== undefined && { plan_title: said.plan_title }),
        },
      });
      const { events } = readPages(() => funnel, pages);
      const met = events.flatMap((event) =>
        event.type === 'variant_met' ? [`${event.experiment} ${event.variant}`] : [],
      );
      expect(met.toSorted()).toEqual([`opening ${variants['opening']}`, `price ${variants['price']}`]);
      seen.add(`${outcome} ${variants['opening']} ${variants['price']}`);
    }
    expect(seen.size).toBe(12);
  },
  120_000,
);

test('who leaves before a text by variant is not counted for its experiment', () => {
  const logs = simulateLogs(funnel, { visits: 400, seed: 'left', stay: 0.7, back: 0, from: 0, to: 1e9 });
  for (const { pages, leftAt } of logs) {
    const met = readPages(() => funnel, pages).events.flatMap((event) =>
      event.type === 'variant_met' ? [event.experiment] : [],
    );
    const isEarly = leftAt !== null && ['welcome', 'hours', 'wake'].includes(leftAt);
    expect(met.toSorted()).toEqual(isEarly ? ['opening'] : ['opening', 'price']);
  }
});

test('the words say each variant once: what it has in common with the first is not there again', () => {
  const { variants } = words['en']!;
  expect(variants!['opening']).toEqual({
    bold: expect.objectContaining({
      steps: {
        welcome: expect.objectContaining({ title: 'You lose a night every week', button: 'Show me' }),
        hours: { lowest: 'hardly' },
        wake: { options: { heavy: 'As if I had not slept', rushed: { label: 'Late again' } } },
        budget: { options: { enough: { label: 'Whatever it takes' } } },
      },
    }),
  });
  expect(isRare({ funnel, words: words['en']! })).toBe(true);
  const other = buildCase('mean-na').funnels[0]!;
  expect(Object.keys(other.words['en']!)).not.toContain('variants');
});

test.each([
  ['', 'variant.opening == "bold"', 'variant.price == "once"', ['recall_missing', 'recall_missing', 'answer_missing']],
  ['.en', 'variant.opening: { plain: Begin', 'variant.openin: { plain: Begin', ['unknown_experiment']],
  ['.en', '{ variant.opening: { plain: Begin, bold: Show me } }', 'Begin', ['text_missing']],
  [
    '.en',
    '{ variant.opening: { plain: Begin, bold: Show me } }',
    '{ variant.price: { all: A, monthly: B, once: C } }',
    ['text_missing'],
  ],
])('in price-words%s, %s → %s is %j', (part, from, to, codes) => {
  const change = (text: string) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  };
  expect(buildCase('price-words', change, undefined, part).problems.map(({ code }) => code)).toEqual(codes);
});
