import type { BrokenPart, FunnelDocument } from '../document.ts';
import { readingsOf, type TextsValue, type VariantName, type VariantTexts } from '../variant-texts.ts';
import type { Span } from '../expression/syntax.ts';
import type { Locale, Recall, SiteText, Text } from '../../model.ts';
import type { Path } from '../../problem.ts';
import { addressPrefix } from '../../run/address.ts';

export type OptionWordsValue = string | Readonly<Partial<Record<OptionText, string>>>;
/** What the words of an option can say, in the order in which it is written. */
export const optionTexts = ['label', 'note', 'recall', 'alt', 'write_in', 'placeholder'] as const;
export type OptionText = (typeof optionTexts)[number];
/** The words of a step as the file says them, without what was broken. */
export interface StepWordsValue {
  readonly title?: string;
  readonly subtitle?: string;
  readonly body?: TextsValue;
  readonly button?: string;
  readonly options?: Readonly<Record<string, OptionWordsValue>>;
  readonly placeholder?: string;
  readonly consent?: string;
  readonly check?: string;
  readonly lowest?: string;
  readonly highest?: string;
  readonly lines?: TextsValue;
  readonly chart?: string;
  readonly labels?: readonly (string | undefined)[];
  readonly alt?: string;
  readonly ended?: string;
}
export interface OutcomeWordsValue extends SiteTextsValue {
  readonly title?: string;
  readonly summary?: string;
  readonly meaning?: TextsValue;
  readonly points?: TextsValue;
  readonly goal?: string;
}
export type SiteTextsValue = Readonly<Partial<Record<SiteText, string>>>;
export interface WordsValue {
  readonly funnel?: { readonly name?: string; readonly description?: string };
  readonly dimensions?: Readonly<Record<string, string>>;
  /** The texts of each variable that is one of several. */
  readonly variables?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly site?: SiteTextsValue;
  readonly steps?: Readonly<Record<string, StepWordsValue>>;
  readonly outcomes?: Readonly<Record<string, OutcomeWordsValue>>;
}

type WordsSection = 'steps' | 'outcomes';

/** One text, and what it belongs to. */
export interface TextUse {
  readonly path: Path;
  readonly owner: { readonly section: WordsSection; readonly id: string } | undefined;
  readonly allowsRecalls: boolean;
  /** Whether it can have emphasis and links. */
  readonly allowsMarks: boolean;
  /** What the page fills in by itself, `{{total}}`. */
  readonly places?: ReadonlySet<string>;
  /** Whose text it is, where others read another one. */
  readonly variant?: VariantName;
  readonly parsed: ParsedText;
}

/** One locale's words while they are checked. */
export interface Words {
  readonly document: FunnelDocument;
  readonly locale: Locale;
  /** With one text for all where texts depend on the variant. */
  readonly value: WordsValue;
  readonly variantTexts: readonly VariantTexts[];
  /** All texts, those of each variant too. */
  readonly texts: readonly TextUse[];
  /** Whether nothing in the words of a step, an outcome or a variable, or in the label of a dimension, was broken. */
  readonly isSound: (section: WordsSection | 'dimensions' | 'variables', id: string) => boolean;
  /** Whether a key of the section is there twice: one of the two may stand where another was meant. */
  readonly repeatsIn: (section: WordsSection) => boolean;
}

/** Reads every text of a words file whose broken parts have been taken out, and its texts by variant. */
export function readWords(
  document: FunnelDocument,
  locale: Locale,
  broken: readonly BrokenPart[],
  variantTexts: readonly VariantTexts[],
): Words {
  const value = (
    typeof document.value === 'object' && !Array.isArray(document.value) ? (document.value ?? {}) : {}
  ) as WordsValue;
  const unsound = new Set(
    broken.map(({ path, meant }) => (path.length < 2 ? (meant ?? path[0]) : `${path[0]}/${path[1]}`)),
  );
  return {
    document,
    locale,
    value,
    variantTexts,
    texts: [...placedTexts(value, variantTexts)],
    isSound: (section, id) => !unsound.has(section) && !unsound.has(`${section}/${id}`),
    repeatsIn: (section) => broken.some(({ path, repeats }) => repeats && path.length === 2 && path[0] === section),
  };
}

/** Every text once, where it stands in the file. */
function* placedTexts(words: WordsValue, variantTexts: readonly VariantTexts[]): Iterable<TextUse> {
  for (const { value, placeOf } of readingsOf(words, variantTexts)) {
    for (const use of textsOf(value)) {
      const place = placeOf(use.path);
      if (place) yield { ...use, ...place };
    }
  }
}

function* textsOf(value: WordsValue): Iterable<TextUse> {
  for (const key of ['name', 'description'] as const) yield* plainText(['funnel', key], value.funnel?.[key]);
  for (const [name, label] of Object.entries(value.dimensions ?? {})) yield* plainText(['dimensions', name], label);
  for (const [name, texts] of Object.entries(value.variables ?? {}))
    for (const [key, text] of Object.entries(texts)) yield* plainText(['variables', name, key], text);
  for (const [key, text] of Object.entries(value.site ?? {})) {
    for (const use of plainText(['site', key], text))
      yield { ...use, allowsMarks: markedKeys.has(key), ...placesOf(key) };
  }
  for (const [id, step] of Object.entries(value.steps ?? {})) {
    const { options = {}, placeholder, consent, lowest, highest, ...texts } = step;
    yield* ownedTexts('steps', id, texts);
    for (const [key, option] of Object.entries(options)) {
      const path: Path = ['steps', id, 'options', key];
      if (typeof option === 'string') yield* plainText(path, option);
      else for (const part of optionTexts) yield* plainText([...path, part], option[part]);
    }
    for (const [key, text] of Object.entries({ placeholder, lowest, highest }))
      yield* plainText(['steps', id, key], text);
    for (const use of plainText(['steps', id, 'consent'], consent)) yield { ...use, allowsMarks: true };
  }
  for (const [id, outcome] of Object.entries(value.outcomes ?? {})) yield* ownedTexts('outcomes', id, outcome);
}

/** The texts of steps and outcomes that can have emphasis and links. */
const markedKeys: ReadonlySet<string> = new Set([
  'subtitle',
  'body',
  'summary',
  'meaning',
  'points',
  'profile_note',
  'disclaimer',
  'next_text',
  'plan_weeks_intro',
  'plan_prices_intro',
  'plan_after',
]);

/** The site's own texts in which the page fills something in, and what. */
export const placesIn: Readonly<Partial<Record<string, ReadonlySet<string>>>> = {
  profile_points: new Set(['total', 'least', 'most']),
};

function placesOf(key: string): Pick<TextUse, 'places'> {
  const places = placesIn[key];
  return places ? { places } : {};
}

function* plainText(path: Path, text: unknown): Iterable<TextUse> {
  if (typeof text === 'string')
    yield { path, owner: undefined, allowsRecalls: false, allowsMarks: false, parsed: parseText(text) };
}

function* ownedTexts(section: WordsSection, id: string, texts: object): Iterable<TextUse> {
  for (const [key, text] of Object.entries(texts) as [string, TextsValue | undefined][]) {
    const path: Path = [section, id, key];
    if (section === 'outcomes' && placesIn[key]) {
      for (const use of plainText(path, text)) yield { ...use, ...placesOf(key) };
      continue;
    }
    const owned = { owner: { section, id }, allowsRecalls: true, allowsMarks: markedKeys.has(key) };
    if (typeof text === 'string') yield { path, ...owned, parsed: parseText(text) };
    else if (Array.isArray(text)) {
      for (const [index, item] of text.entries()) {
        if (typeof item === 'string') yield { path: [...path, index], ...owned, parsed: parseText(item) };
      }
    }
  }
}

/** A recall and its place in the text. */
export interface PlacedRecall extends Span, Recall {}

/** A text cut up at its recalls. */
export interface ParsedText {
  /** As it stands in the file. */
  readonly source: string;
  readonly text: Text;
  readonly recalls: readonly PlacedRecall[];
  /** Where braces make no recall, and why. */
  readonly problem?: Span & Mistake;
}

interface Mistake {
  readonly message: string;
  readonly hint?: string;
}

/** Reads `{{field}}`, `{{field|fallback}}`, `{{field, plural, …}}` and `{{query.name|fallback}}`. The first malformed one is reported, and the text kept as it is. */
export function parseText(text: string): ParsedText {
  if (!text.includes('{{') && !text.includes('}}')) return { source: text, text, recalls: [] };
  const pieces: (string | Recall)[] = [];
  const recalls: PlacedRecall[] = [];
  let at = 0;
  for (let open = nextBraces(text, at); open !== -1; open = nextBraces(text, at)) {
    const close = closingBraces(text, open);
    const inner = text.slice(open + 2, close === -1 ? undefined : close);
    const end = close === -1 ? text.length : close + 2;
    const recall = text.startsWith('{{', open) && close !== -1 ? readRecall(inner) : undefined;
    if (!recall)
      return { source: text, text, recalls: [], problem: { start: open, end, ...explain(text, open, close) } };
    if (open > at) pieces.push(text.slice(at, open));
    pieces.push(recall);
    recalls.push({ ...recall, start: open, end });
    at = end;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return { source: text, text: pieces, recalls };
}

function nextBraces(text: string, from: number): number {
  const [open, close] = [text.indexOf('{{', from), text.indexOf('}}', from)];
  return open === -1 || (close !== -1 && close < open) ? close : open;
}

/** Where the }} are that end a recall: braces within it are those of plural forms. */
function closingBraces(text: string, open: number): number {
  let depth = 0;
  for (let at = open + 2; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && depth > 0) depth--;
    else if (text.startsWith('}}', at)) return at;
  }
  return text.indexOf('}}', open);
}

function readRecall(inner: string): Recall | undefined {
  const [, recall, plural, fallback] =
    /^\s*((?:query\.)?[A-Za-z]\w*)\s*(?:,\s*plural\s*,((?:\s*[\w=]+\s*\{[^{}]*\})+)\s*)?(?:\|([^{}|]*))?$/.exec(
      inner,
    ) ?? [];
  if (recall === undefined) return undefined;
  if (recall.startsWith(addressPrefix) && (fallback === undefined || plural !== undefined)) return undefined;
  const written = formsIn(plural ?? '');
  const forms = new Map(written);
  if (fallback?.trim() === '' || forms.size < written.length) return undefined;
  return {
    recall,
    ...(fallback !== undefined && { fallback: fallback.trim() }),
    ...(plural !== undefined && { format: { rare: { kind: 'plural', forms: Object.fromEntries(forms) } } }),
  };
}

/** Plural forms as they are written: `one {# child} other {# children}`. */
function formsIn(plural: string): readonly (readonly [form: string, text: string])[] {
  return [...plural.matchAll(/([\w=]+)\s*\{([^{}]*)\}/g)].map(([, form = '', text = '']) => [form, text] as const);
}

function explain(text: string, open: number, close: number): Mistake {
  if (!text.startsWith('{{', open)) return { message: 'These }} have no {{ before them.' };
  if (close === -1) return { message: 'These {{ have no }} after them.' };
  const inner = text.slice(open + 2, close).trim();
  const hidden = /^query\.(\w+)/.exec(inner)?.[1];
  if (hidden !== undefined) {
    return {
      message: 'Not every address has this value, so what to say without it is needed after a |.',
      hint: `Write {{query.${hidden}|and the words}}.`,
    };
  }
  const field = /^([A-Za-z]\w*)[^|]*\|$/.exec(inner)?.[1];
  if (field !== undefined)
    return {
      message: 'What to say without the answer is missing after the |.',
      hint: `Write {{${field}|and the words}}.`,
    };
  const counted = /^([A-Za-z]\w*)\s*,/.exec(inner)?.[1];
  if (counted !== undefined) return explainPlural(inner, counted);
  return { message: 'A recall is written {{field}} or {{field|what to say without it}}.' };
}

function explainPlural(inner: string, counted: string): Mistake {
  const names = formsIn(inner).map(([form]) => form);
  const twice = names.find((form, index) => names.indexOf(form) < index);
  if (twice !== undefined) return { message: `The plural form "${twice}" is there twice.` };
  return {
    message: 'The forms of this text are not written as they have to be.',
    hint: `Write {{${counted}, plural, one {# child} other {# children}}}: # is the number, and a form has no braces.`,
  };
}

/** A recall of a hidden field as if it were an answer. */
export function hiddenInText(name: string): Mistake {
  return {
    message: `"${name}" is a hidden field: texts say what the address has.`,
    hint: `Write {{query.${name}|…}}, with what to say without it.`,
  };
}
