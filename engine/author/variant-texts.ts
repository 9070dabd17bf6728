/**
 * Texts by variant: `title: { variant.opening: { plain: …, bold: … } }`. They are taken out of the words before anything
 * else is read: what is left has one text everywhere, and can be read once for each variant.
 */

import type { BrokenPart, FunnelDocument } from './document.ts';
import type { Finding } from './finding.ts';
import type { Path } from '../problem.ts';

/** What stands under a key of a words file that holds texts. */
export type TextsValue = string | readonly (string | undefined)[];

/** A text, or a list of them, that depends on the visitor's variant of an experiment. */
export interface VariantTexts {
  /** Where it stands: where others have their text. */
  readonly path: Path;
  readonly experiment: string;
  /** By variant, in the order of the file. */
  readonly texts: Readonly<Record<string, TextsValue>>;
}

/** A variant of an experiment. */
export interface VariantName {
  readonly experiment: string;
  readonly variant: string;
}

const prefix = 'variant.';

/** The key under which the variants of an experiment have their texts. */
export const keyOfExperiment = (experiment: string): string => `${prefix}${experiment}`;

/** The experiment whose variants have their texts under a key, if it is such a key. */
export function experimentOfKey(key: string | number | undefined): string | undefined {
  return typeof key === 'string' && key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
}

interface TakenTexts {
  readonly variantTexts: readonly VariantTexts[];
  readonly findings: readonly Finding[];
  readonly broken: readonly BrokenPart[];
}

/** Takes the texts by variant out of the value of a words file: in their places it has the first text of each. */
export function takeVariantTexts(document: FunnelDocument): TakenTexts {
  const taker = new Taker(document);
  const { value } = document;
  if (isMapping(value)) Object.assign(value, taker.take(value, []));
  return taker;
}

/** Stands where a text would, if it were written right: what is wrong is said once. */
const noText = '…';

class Taker implements TakenTexts {
  readonly variantTexts: VariantTexts[] = [];
  readonly findings: Finding[] = [];
  readonly broken: BrokenPart[] = [];
  readonly #document: FunnelDocument;

  constructor(document: FunnelDocument) {
    this.#document = document;
  }

  /** The same value where it has none: it may be shared by an anchor, so it isn't changed. */
  take(value: unknown, path: Path): unknown {
    if (Array.isArray(value))
      return replaced(
        value,
        value.map((item, index) => this.take(item, [...path, index])),
      );
    if (!isMapping(value)) return value;
    if (isByVariant(value)) return this.#takeTexts(value, path);
    const entries = Object.entries(value).map(([key, part]) => [key, this.take(part, [...path, key])] as const);
    return replaced(value, Object.fromEntries(entries.filter(([, part]) => part !== undefined)));
  }

  #takeTexts(value: Mapping, path: Path): unknown {
    const keys = Object.keys(value);
    const key = keys.find((each) => experimentOfKey(each) !== undefined)!;
    const at = [...path, key];
    const misplaced = misplacedAt(path);
    if (misplaced) return this.#refuse([...path, key], misplaced, hasText(path));
    const other = keys.find((each) => each !== key);
    if (other !== undefined) {
      const hint = `Write what "${other}" says into the texts below ${key}.`;
      return this.#refuse([...path, other], { message: `Beside "${key}" nothing else can stand.`, hint }, true);
    }
    const texts = value[key];
    if (!isMapping(texts) || Object.keys(texts).length === 0) {
      const hint = `Such as ${key}: { plain: …, bold: … }.`;
      return this.#refuse(at, { message: `"${key}" needs a text for each variant.`, hint }, true);
    }
    const nested = Object.keys(texts).find((variant) => hasByVariant(texts[variant]));
    if (nested !== undefined) {
      const mistake = {
        message: "A text by variant can't have another one in it.",
        hint: 'Make one experiment of the two, with a variant for each text.',
      };
      return this.#refuse([...at, nested], mistake, true);
    }
    const experiment = experimentOfKey(key)!;
    this.variantTexts.push({ path, experiment, texts: texts as VariantTexts['texts'] });
    return Object.values(texts)[0];
  }

  #refuse(path: Path, { message, hint }: Mistake, isText: boolean): unknown {
    this.findings.push({ in: this.#document, path, target: 'key', code: 'variant_texts', message, hint });
    this.broken.push({ path });
    return isText ? noText : undefined;
  }
}

interface Mistake {
  readonly message: string;
  readonly hint: string;
}

/** Why no text by variant can stand at a path; nothing where one can. */
function misplacedAt(path: Path): Mistake | undefined {
  const [section, , key] = path;
  if (typeof path.at(-1) === 'number')
    return {
      message: "A text of a list can't depend on the variant by itself.",
      hint: `Write the whole list for each variant: ${String(key)}: { variant.opening: { plain: […], bold: […] } }.`,
    };
  if (
    section === 'funnel' ||
    section === 'dimensions' ||
    section === 'variables' ||
    (section === 'steps' && key === 'consent')
  )
    return {
      message: 'This text is the same for all visitors.',
      hint: 'Texts of steps, results and plans can depend on the variant, but for what visitors agree to.',
    };
  if (hasText(path)) return undefined;
  return {
    message: 'Each text has its own variants, and a step, an option or an outcome as a whole has none.',
    hint: 'Write title: { variant.opening: { plain: …, bold: … } }.',
  };
}

/** Whether a words file has a text at a path, or a list of texts. */
function hasText(path: Path): boolean {
  const [section, , key] = path;
  if (typeof path.at(-1) === 'number') return true;
  if (section !== 'steps') return path.length === (section === 'outcomes' || section === 'variables' ? 3 : 2);
  return key === 'options' ? path.length === 4 || path.length === 5 : path.length === 3;
}

type Mapping = Readonly<Record<string, unknown>>;

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isByVariant(value: Mapping): boolean {
  return Object.keys(value).some((key) => experimentOfKey(key) !== undefined);
}

function hasByVariant(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasByVariant);
  return isMapping(value) && isByVariant(value);
}

/** What replaces a value, if anything in it differs. */
function replaced<Value extends object>(value: Value, by: Value): Value {
  const [old, now] = [Object.values(value), Object.values(by)];
  return old.length === now.length && old.every((each, index) => each === now[index]) ? value : by;
}

/** One way to read a value with texts by variant: each of them is one of its texts. */
export interface VariantReading<Value> {
  readonly value: Value;
  /** Where the file has what is at a path of the value; nothing where another reading has it. */
  readonly placeOf: (path: Path) => PlaceOfText | undefined;
}

interface PlaceOfText {
  readonly path: Path;
  /** Whose text it is. */
  readonly variant?: VariantName;
}

/** As many readings of a value as it takes to read every text once: the first has all that doesn't depend on a variant. */
export function* readingsOf<Value>(
  value: Value,
  variantTexts: readonly VariantTexts[],
): Iterable<VariantReading<Value>> {
  const count = Math.max(1, ...variantTexts.map(({ texts }) => Object.keys(texts).length));
  for (let number = 0; number < count; number++) {
    yield {
      value: number === 0 ? value : withVariants(value, variantTexts, ({ texts }) => Object.keys(texts)[number]),
      placeOf: (path) => {
        const found = variantTexts.find((each) => each.path.every((part, index) => part === path[index]));
        if (!found) return number === 0 ? { path } : undefined;
        const { experiment, texts } = found;
        const variant = Object.keys(texts)[number];
        if (variant === undefined) return undefined;
        const place = [...found.path, keyOfExperiment(experiment), variant, ...path.slice(found.path.length)];
        return { path: place, variant: { experiment, variant } };
      },
    };
  }
}

/** A value with these texts of those by variant; where none is picked, with the present one. */
export function withVariants<Value>(
  value: Value,
  variantTexts: readonly VariantTexts[],
  pick: (texts: VariantTexts) => string | undefined,
): Value {
  return variantTexts.reduce((whole, each) => {
    const variant = pick(each);
    return variant !== undefined && Object.hasOwn(each.texts, variant)
      ? withPart(whole, each.path, each.texts[variant])
      : whole;
  }, value);
}

function withPart<Value>(value: Value, [key, ...rest]: Path, part: unknown): Value {
  if (key === undefined) return part as Value;
  const record = value as Readonly<Record<string, unknown>>;
  return { ...record, [key]: withPart(record[key], rest, part) } as Value;
}
