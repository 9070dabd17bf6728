import {
  compareFacts,
  compareOptions,
  type Facts,
  factsOfFunnel,
  factsOfOutcome,
  factsOfShown,
  factsOfStep,
  findMoved,
  optionNames,
  printText,
} from './compare-parts.ts';
import { findLosses } from './find-losses.ts';
import { moveVisitors, type Visitors } from './move-visitors.ts';
import type { Loss } from './losses.ts';
import { below as stepBelow } from '../../run/walk.ts';
import { matchVersions, type Versions } from './versions.ts';
import type {
  FunnelWords,
  MarkedText,
  OptionWords,
  OutcomeWords,
  PartOf,
  Recall,
  StepWords,
  BuiltFunnel,
  Testimonial,
  VariantWords,
} from '../../model.ts';

/** An edit of a funnel. */
export interface FunnelDiff {
  readonly changes: readonly ChangedPart[];
  /** Where visitors are who had begun; nothing where only words have changed, which changes nothing for them. */
  readonly visitors: Visitors | undefined;
  /** What visitors lose; an edit without losses is safe. */
  readonly losses: readonly Loss[];
}

/** Compares two versions of a funnel: what has changed, and what that does to visitors who have begun on the old one. */
export function compareFunnels(before: BuiltFunnel, after: BuiltFunnel): FunnelDiff {
  const versions = matchVersions(before.funnel, after.funnel);
  const changes = compareFlows(before, after, versions);
  if (before.funnel.version === after.funnel.version) return { changes, visitors: undefined, losses: [] };
  return { changes, visitors: moveVisitors(versions), losses: findLosses(versions) };
}

/** What has changed in one part of a funnel, a line for each change. */
export interface ChangedPart {
  readonly kind: 'funnel' | 'step' | 'outcome';
  /** Of the step or outcome; its new one, unless it is gone. */
  readonly id: string;
  readonly changes: readonly string[];
}

const removed = 'removed';

/** A step or an outcome of the new version, and its index in the old one. */
interface Pair {
  readonly at: number;
  readonly was: number | undefined;
}

/** What has changed, in the order of the new version; what is gone stands behind what was before it. */
export function compareFlows(before: BuiltFunnel, after: BuiltFunnel, versions: Versions): readonly ChangedPart[] {
  const funnel = [
    ...compareFacts(factsOfFunnel(before.funnel), factsOfFunnel(after.funnel)),
    ...compareFacts(factsOfLook(before), factsOfLook(after)),
    ...compareWords(before.words, after.words, { kind: 'funnel' }),
  ];
  const parts: readonly ChangedPart[] = [
    { kind: 'funnel', id: after.funnel.id, changes: funnel },
    ...compareSteps(before, after, versions),
    ...compareOutcomes(before, after),
  ];
  return parts.filter(({ changes }) => changes.length > 0);
}

function compareSteps(before: BuiltFunnel, after: BuiltFunnel, { successors }: Versions): readonly ChangedPart[] {
  const olds = before.funnel.steps;
  const news = after.funnel.steps;
  const newIds = new Map(
    olds.flatMap(({ id }, was) => (successors[was] === undefined ? [] : [[id, news[successors[was]]!.id]])),
  );
  const below = (id: string | undefined) => (id === undefined ? null : (newIds.get(id) ?? id));
  const former = new Map(successors.flatMap((at, was) => (at === undefined ? [] : [[at, was] as const])).toReversed());
  const sameId = new Map(olds.map(({ id }, was) => [id, was]));
  const list = pairUp(news.length, (at) => sameId.get(news[at]!.id) ?? former.get(at));
  const parts = inOrder('step', list, olds, news, ({ at, was }) => {
    const [old, step] = [olds[was]!, news[at]!];
    const renamed = old.id === step.id ? [] : [`renamed from "${old.id}"`];
    const part = { kind: 'steps', before: old.id, after: step.id, options: optionNames(old, step) } as const;
    const next = old.next.map((edge) => ({ ...edge, to: edge.to === null ? null : below(edge.to) }));
    return [
      ...renamed,
      ...compareFacts(
        factsOfStep({ ...old, next }, below(olds[stepBelow(olds, was)]?.id)),
        factsOfStep(step, news[stepBelow(news, at)]?.id ?? null),
      ),
      ...compareOptions(old, step),
      ...compareShown(before.words, after.words, part),
      ...compareWords(before.words, after.words, part),
    ];
  });
  return parts.map((part) => {
    const successor = part.changes[0] === removed ? newIds.get(part.id) : undefined;
    return successor === undefined ? part : { ...part, changes: [`now part of "${successor}"`] };
  });
}

function compareOutcomes(before: BuiltFunnel, after: BuiltFunnel): readonly ChangedPart[] {
  const olds = before.funnel.outcomes;
  const news = after.funnel.outcomes;
  const places = new Map(olds.map(({ id }, was) => [id, was]));
  const list = pairUp(news.length, (at) => places.get(news[at]!.id));
  return inOrder('outcome', list, olds, news, ({ at, was }) => {
    const { id } = news[at]!;
    return [
      ...compareFacts(factsOfOutcome(olds[was]!), factsOfOutcome(news[at]!)),
      ...compareWords(before.words, after.words, { kind: 'outcomes', before: id, after: id }),
    ];
  });
}

function pairUp(length: number, formerOf: (at: number) => number | undefined): readonly Pair[] {
  return Array.from({ length }, (_, at) => ({ at, was: formerOf(at) }));
}

type Item = { readonly id: string; readonly type?: string };

function inOrder(
  kind: 'step' | 'outcome',
  pairs: readonly Pair[],
  olds: readonly Item[],
  news: readonly Item[],
  compare: (pair: Pair & { readonly was: number }) => readonly string[],
): readonly ChangedPart[] {
  const moved = findMoved(pairs.map(({ was }) => was));
  const stays = new Set(pairs.map(({ was }) => was));
  /** What is gone, by the old place of the last that stays before it. */
  const gone = new Map<number, ChangedPart[]>();
  let last = -1;
  for (const [was, { id }] of olds.entries()) {
    if (stays.has(was)) last = was;
    else gone.set(last, [...(gone.get(last) ?? []), { kind, id, changes: [removed] }]);
  }
  const present = pairs.flatMap(({ at, was }): readonly ChangedPart[] => {
    const { id, type } = news[at]!;
    if (was === undefined)
      return [{ kind, id, changes: [`added${type === undefined ? '' : `: ${type}`}${place(at)}`] }];
    const changes = [...(moved.has(was) ? [`moved${place(at)}`] : []), ...compare({ at, was })];
    return [{ kind, id, changes }, ...(gone.get(was) ?? [])];
  });
  return [...(gone.get(-1) ?? []), ...present];

  function place(at: number): string {
    return at === 0 ? ', at the beginning' : `, after "${news[at - 1]!.id}"`;
  }
}

/** The words of a funnel by locale. */
type WordsByLocale = Readonly<Record<string, FunnelWords>>;

/** Which part of a funnel some words belong to: its name, or a step or an outcome by its old and its new id. */
type PartOfWords =
  | { readonly kind: 'funnel' }
  | { readonly kind: 'steps'; readonly before: string; readonly after: string; readonly options: OptionNames }
  | { readonly kind: 'outcomes'; readonly before: string; readonly after: string };

/** The new key of each old option that stays. */
type OptionNames = ReadonlyMap<string, string>;

/** What differs in the words of a part, in the languages that both versions have. */
function compareWords(before: WordsByLocale, after: WordsByLocale, part: PartOfWords): readonly string[] {
  return Object.keys(after).flatMap((locale) => {
    const [old, present] = [before[locale], after[locale]];
    if (!old || !present) return [];
    if (part.kind === 'funnel')
      return compareFacts(inLocale(factsOfName(old), locale), inLocale(factsOfName(present), locale));
    return readersOf(old, present).flatMap((reader) => {
      const [was, is] = wordsOf(reader.old, reader.present, part);
      return compareFacts(inLocale(was, reader.name(locale)), inLocale(is, reader.name(locale)));
    });
  });
}

interface Reader {
  readonly name: (locale: string) => string;
  readonly old: VariantWords;
  readonly present: VariantWords;
}

/** What everyone reads, and what those read instead whose variant has texts of its own. */
function readersOf(old: FunnelWords, present: FunnelWords): readonly Reader[] {
  const all = [old, present].flatMap(({ variants = {} }) =>
    Object.entries(variants).flatMap(([experiment, others]) =>
      Object.keys(others).map((variant) => JSON.stringify([experiment, variant])),
    ),
  );
  const ofVariants = [...new Set(all)].map((key) => {
    const [experiment, variant] = JSON.parse(key) as [string, string];
    const of = ({ variants }: FunnelWords) => variants?.[experiment]?.[variant] ?? {};
    const name = (locale: string) => `${locale}, ${experiment}: ${variant}`;
    return { name, old: of(old), present: of(present) };
  });
  return [{ name: (locale) => locale, old, present }, ...ofVariants];
}

/** What differs in what a step shows beside its texts; any language says it. */
function compareShown(before: WordsByLocale, after: WordsByLocale, part: PartOfWords & { kind: 'steps' }) {
  const [[old], [present]] = [Object.values(before), Object.values(after)];
  if (!old || !present) return [];
  const [was, is] = stepWordsOf(old, present, part);
  return compareFacts(factsOfShown(was), factsOfShown(is));
}

function wordsOf(
  old: VariantWords,
  present: VariantWords,
  part: Exclude<PartOfWords, { kind: 'funnel' }>,
): readonly [Facts, Facts] {
  const { before, after } = part;
  if (part.kind === 'outcomes')
    return [flatten(old.outcomes?.[before] ?? {}), flatten(present.outcomes?.[after] ?? {})];
  const [was, is] = stepWordsOf(old, present, part);
  return [flatten(was), flatten(is)];
}

function stepWordsOf(
  old: VariantWords,
  present: VariantWords,
  { before, after, options }: PartOfWords & { kind: 'steps' },
): readonly [PartOf<StepWords>, PartOf<StepWords>] {
  const stays = [...options.values()].map((key) => [key, key] as const);
  return [withOptions(old.steps?.[before], [...options]), withOptions(present.steps?.[after], stays)];
}

/** The words with these options only, under new keys; all where these are cells, which have no words of their own. */
function withOptions(
  words: PartOf<StepWords> | undefined,
  keys: readonly (readonly [string, string])[],
): PartOf<StepWords> {
  const options = words?.options;
  if (!options) return words ?? {};
  const named = keys.flatMap(([old, key]) => (options[old] === undefined ? [] : [[key, options[old]] as const]));
  return keys.length > 0 && named.length === 0 ? words : { ...words, options: Object.fromEntries(named) };
}

/** Any language says it. */
function factsOfLook({ words }: BuiltFunnel): Facts {
  return new Map(
    Object.values(words)
      .slice(0, 1)
      .map(({ look }) => ['look', look.name]),
  );
}

function factsOfName(words: FunnelWords): Facts {
  const { name, description, dimensions } = words;
  return new Map([...flatten({ name, description, dimensions }), ...textsOfVariables(words)]);
}

/** What variables are called where they are recalled, but for the labels of dimensions, which are said already. */
function textsOfVariables({ steps, outcomes, dimensions }: FunnelWords): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if (isRecall(part) && part.format?.rare?.kind === 'labels') {
      for (const [name, text] of Object.entries(part.format.rare.labels))
        if (dimensions[name] !== text) texts.set(`${part.recall}, ${name}`, printText(text));
    } else Object.values(part).forEach(visit);
  };
  visit([steps, outcomes]);
  return texts;
}

function isRecall(part: object): part is Recall {
  return 'recall' in part && !('label' in part);
}

function inLocale(facts: Facts, locale: string): Facts {
  return new Map([...facts].map(([name, value]) => [`${name} (${locale})`, value]));
}

type AnyWords = PartOf<StepWords> | PartOf<OutcomeWords> | Pick<FunnelWords, 'name' | 'description' | 'dimensions'>;

/** Every text by its name: `title`, `options, tea`, `points, 2`. */
function flatten(words: AnyWords): Facts {
  const facts = new Map<string, string>();
  for (const [name, value] of Object.entries(words) as [string, unknown][]) {
    if (name === 'picture') continue;
    if (isText(name, value)) facts.set(name, printText(value));
    else for (const [key, text] of entriesOf(value)) facts.set(`${name}, ${key}`, printText(text));
  }
  return facts;
}

/** A list is several texts under some names, and one text in pieces under the others. */
function isText(name: string, value: unknown): value is MarkedText {
  if (Array.isArray(value)) return !['body', 'lines', 'labels', 'testimonials', 'meaning', 'points'].includes(name);
  return typeof value === 'string' || 'tag' in (value as object);
}

function entriesOf(value: unknown): readonly (readonly [string, MarkedText])[] {
  if (Array.isArray(value)) {
    return value.flatMap((text: MarkedText | Testimonial, index) =>
      typeof text === 'string' || !('name' in text)
        ? [[String(index + 1), text] as const]
        : [[text.name, text.text] as const, ...(text.about ? [[`about ${text.name}`, text.about] as const] : [])],
    );
  }
  const named = Object.entries(value as Record<string, MarkedText | PartOf<OptionWords>>);
  return named.flatMap(([key, text]) =>
    isText(key, text)
      ? [[key, text] as const]
      : Object.entries({
          [key]: text.label,
          [`note of ${key}`]: text.note,
          [`recall of ${key}`]: text.recall,
          [`alt of ${key}`]: text.picture?.alt,
        }).filter((entry): entry is [string, string] => !!entry[1]),
  );
}
