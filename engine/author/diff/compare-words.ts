import type { FunnelWords, OutcomeWords, StepWords, Text } from '../../model.ts';
import { compareFacts, printText, type Facts } from './compare-parts.ts';

/** The words of a funnel by locale. */
export type WordsByLocale = Readonly<Record<string, FunnelWords>>;

/** Which part of a funnel some words belong to: its name, or a step or an outcome by its old and its new id. */
export type PartOfWords =
  | { readonly kind: 'funnel' }
  | { readonly kind: 'steps'; readonly before: string; readonly after: string; readonly options: OptionNames }
  | { readonly kind: 'outcomes'; readonly before: string; readonly after: string };

/** The new key of each old option that stays. */
type OptionNames = ReadonlyMap<string, string>;

/** What differs in the words of a part, in the languages that both versions have. */
export function compareWords(before: WordsByLocale, after: WordsByLocale, part: PartOfWords): readonly string[] {
  return Object.keys(after).flatMap((locale) => {
    const [old, present] = [before[locale], after[locale]];
    if (!old || !present) return [];
    const [was, is] = part.kind === 'funnel' ? [factsOfName(old), factsOfName(present)] : wordsOf(old, present, part);
    return compareFacts(inLocale(was, locale), inLocale(is, locale));
  });
}

function wordsOf(
  old: FunnelWords,
  present: FunnelWords,
  part: Exclude<PartOfWords, { kind: 'funnel' }>,
): readonly [Facts, Facts] {
  const { before, after } = part;
  if (part.kind === 'outcomes') return [flatten(old.outcomes[before] ?? {}), flatten(present.outcomes[after] ?? {})];
  const stays = [...part.options];
  return [
    flatten(withOptions(old.steps[before], stays)),
    flatten(
      withOptions(
        present.steps[after],
        stays.map(([, key]) => [key, key] as const),
      ),
    ),
  ];
}

/** The words with these options only, under new keys. */
function withOptions(words: StepWords | undefined, keys: readonly (readonly [string, string])[]): Partial<StepWords> {
  const options = words?.options;
  if (!options) return words ?? {};
  const named = keys.flatMap(([old, key]) => (options[old] === undefined ? [] : [[key, options[old]] as const]));
  return { ...words, options: Object.fromEntries(named) };
}

function factsOfName({ name, description, dimensions }: FunnelWords): Facts {
  return flatten({ name, description, dimensions });
}

function inLocale(facts: Facts, locale: string): Facts {
  return new Map([...facts].map(([name, value]) => [`${name} (${locale})`, value]));
}

type AnyWords = Partial<StepWords> | Partial<OutcomeWords> | Pick<FunnelWords, 'name' | 'description' | 'dimensions'>;

/** Every text by its name: `title`, `options, tea`, `points, 2`. */
function flatten(words: AnyWords): Facts {
  const facts = new Map<string, string>();
  for (const [name, value] of Object.entries(words) as [string, unknown][]) {
    if (isText(name, value)) facts.set(name, printText(value));
    else for (const [key, text] of entriesOf(value)) facts.set(`${name}, ${key}`, printText(text));
  }
  return facts;
}

/** A list is several texts under some names, and one text in pieces under the others. */
function isText(name: string, value: unknown): value is Text {
  return typeof value === 'string' || (Array.isArray(value) && !['body', 'lines', 'meaning', 'points'].includes(name));
}

function entriesOf(value: unknown): readonly (readonly [string, Text])[] {
  if (Array.isArray(value)) return value.map((text: Text, index) => [String(index + 1), text] as const);
  const named = Object.entries(value as Record<string, string | { readonly label: string; readonly note: string }>);
  return named.flatMap(([key, text]) =>
    typeof text === 'string'
      ? [[key, text] as const]
      : [[key, text.label] as const, [`note of ${key}`, text.note] as const],
  );
}
