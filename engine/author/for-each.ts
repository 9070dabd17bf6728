/**
 * Steps with `for_each: FIELD`, written out: one step for each option of an earlier question of which several can be
 * chosen. Rules look at the flow and its words as they are written; names, the compiler and the proofs at what they are
 * written out to, which are steps and words like any others.
 */

import {
  type BranchValue,
  type Flow,
  type FlowOption,
  type FlowStep,
  indexSteps,
  type OptionValue,
  type StepValue,
  type WrittenOut,
} from './flow.ts';
import { questionOf } from './steps/index.ts';
import type { VariantTexts } from './variant-texts.ts';
import { parseMarkup } from './words/markup.ts';
import type { TextUse, Words } from './words/words.ts';
import type { Path } from '../problem.ts';

/** How the words of such a step say the option: `{{each}}`. */
export const eachName = 'each';

/** More of them nobody answers. */
export const maxEach = 20;

/** Whether several options of a question can be chosen, in any combination. */
export function choosesSeveral({ value }: FlowStep): boolean {
  const question = questionOf(value.type);
  return question?.chooses === 'several' && question.groups === undefined;
}

/** The options that a step is for: those that can be chosen with others. Nothing where its question is wrong. */
export function optionsOfEach(flow: Flow, step: FlowStep): readonly FlowOption[] | undefined {
  const asking = flow.stepsByField.get(step.value.for_each ?? '');
  if (!asking?.sound || asking.index >= step.index || !choosesSeveral(asking)) return undefined;
  return asking.options.filter(({ value }) => value.exclusive !== true);
}

/**
 * The flow with these steps in place of those with `for_each`, whose own ids are those of the first of them. Where one
 * can't be written out, not all names are known.
 */
export function writeOutFlow(flow: Flow): Flow {
  const repeated = flow.steps.filter(({ value }) => value.for_each !== undefined);
  if (repeated.length === 0) return flow;
  const copies = new Map(
    repeated.flatMap((step) => {
      const options = optionsOfEach(flow, step);
      return options ? [[step, options.map((_, at) => copyFor(step, options.slice(at)))] as const] : [];
    }),
  );
  const firsts = new Map([...copies].map(([{ id }, [first]]) => [id, first?.id]));
  const steps = flow.steps
    .flatMap((step) => copies.get(step) ?? [step])
    .map((step, index) => ({ ...leadToFirst(step, firsts), index }));
  const index = indexSteps(steps);
  const byOwnId = steps.flatMap((step) => (step.writtenOut ? [[step.writtenOut.from.id ?? '', step] as const] : []));
  return {
    ...flow,
    steps,
    ...index,
    stepsById: new Map([...byOwnId.toReversed(), ...index.stepsById]),
    complete: { ...flow.complete, names: flow.complete.names && copies.size === repeated.length },
  };
}

/** The step for the first of these options, which are all that come from there on. */
function copyFor(step: FlowStep, [option, ...later]: readonly FlowOption[]): FlowStep {
  const { key } = option!;
  const { for_each: asked = '', show_if: own, ...value } = step.value;
  const named = (name: string) => `${name}_${key}`;
  const isQuestion = questionOf(value.type) !== null;
  const field = value.field ?? step.id;
  const onward = later.map((other) => `${asked} has "${other.key}"`).join(' or ');
  const from = oldNames(step.value).concat(step.id ?? []);
  const keys = [key, ...oldNames(option!.value)];
  const old = from
    .flatMap((name) => keys.map((each) => `${name}_${each}`))
    .filter((name) => name !== named(step.id ?? ''));
  const writtenOut: WrittenOut = {
    from: step,
    option: key,
    ...(step.next !== undefined &&
      later.length > 0 && { onward: { when: both(onward, own), to: `${step.id}_${later[0]!.key}` } }),
  };
  return {
    ...step,
    id: step.id === undefined ? undefined : named(step.id),
    field: isQuestion && field !== undefined ? named(field) : undefined,
    value: {
      ...value,
      show_if: both(`answered(${asked}) and ${asked} has "${key}"`, own),
      ...(old.length > 0 && { renamed_from: old }),
    },
    writtenOut,
  };
}

/** The condition that visitors have chosen an option, and the author's own, whose place in it `ownOffset` says. */
function both(condition: string, own: string | undefined): string {
  return own === undefined ? condition : `(${condition}) and (${own})`;
}

/** How many characters of the condition of a written-out step stand before what the author wrote. */
export function ownOffset({ value, writtenOut }: FlowStep): number {
  const own = writtenOut?.from.value.show_if;
  return own === undefined ? 0 : (value.show_if?.length ?? 0) - own.length - 1;
}

/** Where it is written for whom a step is. */
export function showIfPath({ path, writtenOut }: FlowStep): Path {
  return [...path, writtenOut && writtenOut.from.value.show_if === undefined ? 'for_each' : 'show_if'];
}

function oldNames({ renamed_from: from = [] }: StepValue | OptionValue): readonly string[] {
  return typeof from === 'string' ? [from] : from;
}

/** A step whose ways to a step with `for_each` lead to the first of those that it is written out to. */
function leadToFirst(step: FlowStep, firsts: ReadonlyMap<string | undefined, string | undefined>): FlowStep {
  const lead = (target: string) => firsts.get(target) ?? target;
  const options = step.options.map((option) => {
    const { next } = option.value;
    return next === undefined ? option : { ...option, value: { ...option.value, next: lead(next) } };
  });
  return { ...step, options, next: typeof step.next === 'string' ? lead(step.next) : step.next?.map(leadBranch) };

  function leadBranch(branch: BranchValue | undefined): BranchValue | undefined {
    const { to, else: last } = branch ?? {};
    return { ...branch, ...(to !== undefined && { to: lead(to) }), ...(last !== undefined && { else: lead(last) }) };
  }
}

/** Whether a text of a words file is of a step with `for_each`, so that it can say the option; or of one that isn't known. */
export function hasEach({ stepsById }: Flow, [section, id]: Path): boolean {
  if (section !== 'steps') return false;
  const step = stepsById.get(String(id));
  return !step?.sound || step.value.for_each !== undefined;
}

/** The words with those of each of these steps beside those of the step with `for_each`; each text is that of these steps. */
export function writeOutWords(written: Flow, words: Words): Words {
  const copies = written.steps.filter(({ writtenOut }) => writtenOut);
  if (copies.length === 0) return words;
  const copiesAt = ([section, id]: Path) =>
    copies.filter(({ writtenOut }) => section === 'steps' && writtenOut?.from.id === id);
  const say = <Value>(value: Value, copy: FlowStep) => sayEach(value, saidOption(written, words, copy));
  const said = Object.entries(words.value.steps ?? {}).flatMap(([id, texts]) =>
    copiesAt(['steps', id]).map((copy) => [copy.id, say(texts, copy)] as const),
  );
  const byVariant = (each: VariantTexts, copy: FlowStep): VariantTexts => ({
    ...each,
    path: ['steps', copy.id ?? '', ...each.path.slice(2)],
    texts: say(each.texts, copy),
  });
  return {
    ...words,
    value: { ...words.value, steps: { ...words.value.steps, ...Object.fromEntries(said) } },
    variantTexts: words.variantTexts.flatMap((each) => [
      each,
      ...copiesAt(each.path).map((copy) => byVariant(each, copy)),
    ]),
    texts: words.texts.flatMap((use) => {
      const own = copiesAt(use.path);
      return own.length > 0 ? own.map((copy) => usedBy(use, copy)) : [use];
    }),
  };
}

function usedBy(use: TextUse, { id }: FlowStep): TextUse {
  const recalls = use.parsed.recalls.filter(({ recall }) => recall !== eachName);
  return { ...use, ...(use.owner && { owner: { ...use.owner, id: id ?? '' } }), parsed: { ...use.parsed, recalls } };
}

/** What recalls of the question say for the option of a written-out step. */
function saidOption({ stepsByField }: Flow, { value }: Words, { writtenOut }: FlowStep): string {
  const id = stepsByField.get(writtenOut?.from.value.for_each ?? '')?.id ?? '';
  const words = value.steps?.[id]?.options?.[writtenOut?.option ?? ''];
  const text = typeof words === 'object' ? (words.recall ?? words.label) : words;
  const plain = parseMarkup((text ?? '').trim()).text;
  return typeof plain === 'string' ? plain.replaceAll(/[\\`*_[\]<>~]/g, String.raw`\$&`) : '';
}

/** The same texts with an option in the place of `{{each}}`. */
function sayEach<Value>(value: Value, option: string): Value;
function sayEach(value: unknown, option: string): unknown {
  if (typeof value === 'string') return value.replaceAll(/\{\{\s*each\s*\}\}/g, () => option);
  if (Array.isArray(value)) return value.map((item: unknown) => sayEach(item, option));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]: [string, unknown]) => [key, sayEach(part, option)]),
  );
}
