import { siteTexts } from '../../model.ts';
import type { Path } from '../../problem.ts';
import type { Flow, FlowStep } from '../flow.ts';
import { needsWords, showsWords } from '../rules/words-fit.ts';
import { dimensionsOf } from '../scope.ts';
import { optionTexts, type OptionText, type OptionWordsValue, type TextsValue, type Words } from '../words/words.ts';
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
  return [
    ...['name', 'description'].map((key) => slot(['funnel', key], 'funnel', true)),
    ...dimensionSlots(flow, words),
    ...siteTexts
      .filter((key) => words.some(({ value }) => value.site?.[key] !== undefined))
      .map((key) => slot(['site', key], 'site', false)),
    ...flow.steps.flatMap((step) => stepSlots(flow, step, words)),
    ...Object.keys(flow.value.outcomes ?? {}).flatMap((id) => outcomeSlots(id, words)),
  ];
}

/** The text of a slot, as far as it could be read. */
export function textAt(words: Words, path: Path): string | undefined {
  let value: unknown = words.value;
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
    if (!showsWords(value, key)) return [];
    return textSlots(
      path,
      where,
      needsWords(value, key),
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
  const lengths = given.map((texts) => (texts === undefined ? 0 : Array.isArray(texts) ? texts.length : 1));
  const count = Math.max(required ? 1 : 0, ...lengths);
  if (listKindOf(path) === undefined) return count > 0 ? [slot(path, where, required)] : [];
  return Array.from({ length: count }, (_, index) => slot([...path, index], where, required && index === 0));
}
