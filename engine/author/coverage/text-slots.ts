import { siteTexts } from '../../model.ts';
import type { Path } from '../../problem.ts';
import type { Flow, FlowStep } from '../flow.ts';
import { needsWords, showsWords } from '../rules/words-fit.ts';
import { dimensionsOf } from '../scope.ts';
import { textVariablesOf } from '../text-variables.ts';
import { optionTexts, type OptionText, type OptionWordsValue, type Words } from '../words/words.ts';
import { experimentOfKey, keyOfExperiment, type TextsValue, type VariantTexts } from '../variant-texts.ts';
import { keyOfText, listKindOf, outcomeTextKeys, stepTextKeys } from './text-keys.ts';

/** A text that a funnel has or must have, in whatever language. */
export interface TextSlot {
  /** Its name for people, such as `steps.trouble.title`. */
  readonly key: string;
  /** Where it stands where lists are lists and options have their parts: `steps, trouble, options, shift_work, label`. */
  readonly path: Path;
  /** What shows it: the type of the step, or the section. */
  readonly where: string;
  /** Whether the funnel is broken without it. */
  readonly required: boolean;
}

/** Every text that is there in some language or must be there, in the order of the flow. */
export function listSlots(flow: Flow, words: readonly Words[]): readonly TextSlot[] {
  const all = slotsOf(flow, words);
  if (words.every(({ variantTexts }) => variantTexts.length === 0)) return all;
  const seen = new Set<string>();
  return all.flatMap((each) => {
    const ofVariants = variantSlots(flow, words, each);
    if (!ofVariants) return [each];
    const place = keyOfText(ofVariants.place);
    if (seen.has(place)) return []; // the next text of the list
    seen.add(place);
    return ofVariants.slots;
  });
}

/** In place of a text that depends on the variant in some language: the texts of each variant. */
function variantSlots(
  flow: Flow,
  words: readonly Words[],
  { path, where, required }: TextSlot,
): { readonly place: Path; readonly slots: readonly TextSlot[] } | undefined {
  const isList = listKindOf(path) !== undefined;
  const place = isList ? path.slice(0, 3) : path;
  const found = words.flatMap((locale) => variantTextsAt(locale, place) ?? []);
  const [first] = found;
  if (!first) return undefined;
  const { experiment } = first;
  const slots = Object.keys(flow.value.experiments?.[experiment]?.variants ?? {}).flatMap((variant) => {
    const at = [...place, keyOfExperiment(experiment), variant];
    if (!isList) return [slot(at, where, true)];
    const lengths = found.map(({ texts }) => lengthOf(texts[variant]));
    return Array.from({ length: Math.max(1, ...lengths) }, (_, index) =>
      slot([...at, index], where, required && index === 0),
    );
  });
  return { place, slots };
}

/** The texts by variant at the path of a slot; those of an option alone are those of its label. */
export function variantTextsAt({ variantTexts }: Words, path: Path): VariantTexts | undefined {
  return variantTexts.find(
    (each) => isAt(each.path, path) || (path.at(-1) === 'label' && isAt(each.path, path.slice(0, -1))),
  );
}

function isAt(place: Path, other: Path): boolean {
  return place.length === other.length && place.every((part, at) => part === other[at]);
}

function lengthOf(texts: TextsValue | undefined): number {
  return Array.isArray(texts) ? texts.length : texts === undefined ? 0 : 1;
}

function slotsOf(flow: Flow, words: readonly Words[]): readonly TextSlot[] {
  return [
    ...['name', 'description'].map((key) => slot(['funnel', key], 'funnel', true)),
    ...dimensionSlots(flow, words),
    ...textVariablesOf(flow).flatMap(({ name, names }) =>
      names.map((text) => slot(['variables', name, text], 'variable', true)),
    ),
    ...siteTexts
      .filter((key) => words.some(({ value }) => value.site?.[key] !== undefined))
      .map((key) => slot(['site', key], 'site', false)),
    ...flow.steps.flatMap((step) => stepSlots(flow, step, words)),
    ...Object.keys(flow.value.outcomes ?? {}).flatMap((id) => outcomeSlots(id, words)),
  ];
}

/** The text of a slot, as far as it could be read. */
export function textAt(words: Words, path: Path): string | undefined {
  const at = path.findIndex((segment) => experimentOfKey(segment) !== undefined);
  if (at === -1) return textIn(words.value, path);
  const found = variantTextsAt(words, path.slice(0, at));
  const isOfExperiment = found?.experiment === experimentOfKey(path[at]);
  return isOfExperiment ? textIn(found?.texts, path.slice(at + 1)) : undefined;
}

function textIn(words: unknown, path: Path): string | undefined {
  let value = words;
  for (const segment of path) {
    const isOnlyLabel = segment === 'label' && typeof value === 'string';
    const isOnlyItem = segment === 0 && typeof value === 'string';
    if (isOnlyLabel || isOnlyItem) continue;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string | number, unknown>)[segment];
  }
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function slot(path: Path, where: string, required: boolean): TextSlot {
  return { key: keyOfText(path), path, where, required };
}

function dimensionSlots(flow: Flow, words: readonly Words[]): readonly TextSlot[] {
  const known = dimensionsOf(flow);
  const named = new Set(words.flatMap(({ value }) => Object.keys(value.dimensions ?? {})));
  return [...named].filter((name) => known.has(name)).map((name) => slot(['dimensions', name], 'dimension', true));
}

function stepSlots(flow: Flow, step: FlowStep, words: readonly Words[]): readonly TextSlot[] {
  const { id, value } = step;
  if (id === undefined || flow.stepsById.get(id) !== step) return [];
  const given = words.map((locale) => locale.value.steps?.[id]);
  const where = value.type ?? 'step';
  return stepTextKeys.flatMap((key) => {
    const path = ['steps', id, key];
    if (key === 'options')
      return optionSlots(
        path,
        step,
        given.map((texts) => texts?.options),
      );
    if (!showsWords(step, key)) return [];
    return textSlots(
      path,
      where,
      needsWords(step, key),
      given.map((texts) => texts?.[key]),
    );
  });
}

function optionSlots(
  path: Path,
  { options, value }: FlowStep,
  given: readonly (Readonly<Record<string, OptionWordsValue>> | undefined)[],
): readonly TextSlot[] {
  const where = value.type ?? 'step';
  return options.flatMap(({ key }) => {
    const has = (part: OptionText) =>
      part === 'label' || given.some((texts) => typeof texts?.[key] === 'object' && texts[key][part] !== undefined);
    return optionTexts.filter(has).map((part) => slot([...path, key, part], where, part === 'label'));
  });
}

function outcomeSlots(id: string, words: readonly Words[]): readonly TextSlot[] {
  const given = words.map((locale) => locale.value.outcomes?.[id]);
  return outcomeTextKeys.flatMap((key) => {
    const required = key === 'title' || key === 'summary' || key === 'points';
    return textSlots(
      ['outcomes', id, key],
      'outcome',
      required,
      given.map((texts) => texts?.[key]),
    );
  });
}

function textSlots(
  path: Path,
  where: string,
  required: boolean,
  given: readonly (TextsValue | undefined)[],
): readonly TextSlot[] {
  const lengths = given.map(lengthOf);
  const count = Math.max(required ? 1 : 0, ...lengths);
  if (listKindOf(path) === undefined) return count > 0 ? [slot(path, where, required)] : [];
  return Array.from({ length: count }, (_, index) => slot([...path, index], where, required && index === 0));
}
