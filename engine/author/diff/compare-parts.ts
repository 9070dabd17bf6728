import { icons } from '../icons.ts';
import { authoringOf, writtenType } from '../steps/index.ts';
import { formsOf } from '../formats.ts';
import { printExpression } from '../expression/print.ts';
import type {
  AddressValue,
  CompiledFunnel,
  CompiledOption,
  CompiledOutcome,
  CompiledStep,
  MarkedText,
  PartOf,
  Recall,
  StepWords,
} from '../../model.ts';

/** What can be said of a part of a funnel: each fact with its value in words, by its name. */
export type Facts = ReadonlyMap<string, string>;

/** What differs, in the order of the new facts: one line for each. */
export function compareFacts(before: Facts, after: Facts): readonly string[] {
  const names = new Set([...after.keys(), ...before.keys()]);
  return [...names].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === is) return [];
    if (was === undefined) return [`${name}: now ${is}`];
    return [is === undefined ? `${name}: no longer ${was}` : `${name}: ${was} → ${is}`];
  });
}

/** Facts of these values; `undefined` is not said. */
function factsOf(values: Readonly<Record<string, string | number | boolean | undefined>>): Facts {
  const said = Object.entries(values).filter(([, value]) => value !== undefined);
  return new Map(
    said.map(([name, value]) => [name, typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)]),
  );
}

/** A text as its author wrote it, in quotation marks. */
export function printText(text: MarkedText): string {
  return `“${writeText(text)}”`;
}

const signs = { span: '', em: '*', strong: '**' };

function writeText(text: MarkedText): string {
  if (typeof text === 'string') return text;
  if ('tag' in text) {
    const inner = text.parts.map(writeText).join('');
    return text.tag === 'a' ? `[${inner}](${text.href})` : `${signs[text.tag]}${inner}${signs[text.tag]}`;
  }
  const written = text.map((piece) =>
    typeof piece === 'string'
      ? piece
      : `{{${piece.recall}${writeForms(piece)}${piece.fallback === undefined ? '' : `|${piece.fallback}`}}}`,
  );
  return written.join('');
}

function writeForms(recall: Recall): string {
  const forms = formsOf(recall);
  if (!forms) return '';
  return `, plural, ${Object.entries(forms)
    .map(([form, text]) => `${form} {${text}}`)
    .join(' ')}`;
}

/** All that a step says besides its place and its options, in an author's words. */
export function factsOfStep(step: CompiledStep, below: string | null): Facts {
  const { type, block, counts, goal, showIf, check } = step;
  return factsOf({
    type: writtenType(type),
    'in the block': block,
    field: 'field' in step ? step.field : undefined,
    'shown if': showIf,
    'takes answers with which': check,
    'begins with': 'prefill' in step ? `query.${step.prefill}` : undefined,
    next: printNext(step, below),
    'counts as an answer': counts,
    goal,
    ...authoringOf(type).facts(step),
  });
}

/** What a step shows beside its texts, alike in all languages. */
export function factsOfShown({ picture, testimonials, options = {} }: PartOf<StepWords>): Facts {
  const ofOptions = Object.entries(options).flatMap(([key, option]) =>
    typeof option !== 'object'
      ? []
      : [
          [`option "${key}", picture`, fileOf(option.picture?.src)] as const,
          [`option "${key}", icon`, iconNames.get(option.icon)] as const,
        ],
  );
  const people = testimonials?.map(({ name }) => name).join(', ');
  return factsOf({ picture: fileOf(picture), testimonials: people, ...Object.fromEntries(ofOptions) });
}

const fileOf = (address: string | undefined): string | undefined => address?.replace('/pictures/', '');
const iconNames: ReadonlyMap<string | undefined, string> = new Map(
  Object.entries(icons).map(([name, lines]) => [lines, name]),
);

/** Where a step leads, if not just to the one below it. */
function printNext({ next }: CompiledStep, below: string | null): string | undefined {
  const [only] = next;
  if (next.length === 1 && only!.to === below) return undefined;
  return next
    .map(({ when, to }) => `${when === undefined ? '' : `if ${when} `}to ${to ?? 'the finish'}`)
    .join(', else ');
}

/** What an option of a step says besides its key; `name`: what it is called. */
function factsOfOption(
  { key, scores, exclusive, fixed }: CompiledOption,
  { offeredIf, writeIn }: CompiledStep,
  name: string,
): Facts {
  const points = Object.entries(scores ?? {}).map(([dimension, value]) => `${value} ${dimension}`);
  const isWritten = writeIn?.key === key;
  return factsOf({
    [`option "${name}", score`]: points.length > 0 ? points.join(', ') : undefined,
    [`option "${name}", shown if`]: offeredIf?.[key],
    [`option "${name}", written in`]: isWritten ? `up to ${writeIn.maxLength} characters` : undefined,
    [`option "${name}", exclusive`]: exclusive,
    [`option "${name}", fixed`]: isWritten ? undefined : fixed,
  });
}

/** All that a funnel says besides its steps and outcomes. */
export function factsOfFunnel(funnel: CompiledFunnel): Facts {
  const { goals, variables, experiments, hiddenFields, address = {} } = funnel;
  const written = variables.filter((variable) => variable.kind === 'value' || variable.name !== variable.dimension);
  return factsOf({
    path: funnel.path,
    'storage key': funnel.storageKey,
    languages: funnel.locales.join(', '),
    'goal at the start': goals.start,
    'goal at the finish': goals.finish,
    ...Object.fromEntries(
      written.map((variable) => [
        `variable "${variable.name}"`,
        variable.kind === 'sum' ? `the sum of ${variable.dimension}` : printExpression(variable.value),
      ]),
    ),
    ...Object.fromEntries(
      experiments.map(({ name, variants }) => [
        `experiment "${name}"`,
        variants
          .map(({ name, weight, plans }) => `${name} ${weight}${plans ? ` with ${plans.join(' and ')}` : ''}`)
          .join(', '),
      ]),
    ),
    'hidden fields': hiddenFields.join(', ') || undefined,
    ...Object.fromEntries(Object.entries(address).map(([name, value]) => [`query.${name}`, printAddress(value)])),
    'visitors start again (restart)': funnel.restart,
  });
}

/** How a value of the address is used by texts and fields. */
function printAddress({ maxLength, personal }: AddressValue): string {
  const length = maxLength === undefined ? 'not shown' : `shown up to ${maxLength} characters`;
  return personal ? `${length}, personal` : length;
}

/** All that an outcome says besides its place. */
export function factsOfOutcome({ when, topics, ending, hides }: CompiledOutcome): Facts {
  return factsOf({ when, topics: topics.join(', ') || undefined, ending, hidden: hides?.join(', ') });
}

/** The new key of each old option that stays. */
export function optionNames(before: CompiledStep, after: CompiledStep): ReadonlyMap<string, string> {
  if (!('options' in before && 'options' in after)) return new Map();
  return new Map(
    after.options.flatMap((option) => {
      const old = formerOption(before.options, option);
      return old ? [[old.key, option.key] as const] : [];
    }),
  );
}

/** What differs in the options of a choice: one line for each. */
export function compareOptions(before: CompiledStep, after: CompiledStep): readonly string[] {
  if (!('options' in before && 'options' in after)) return [];
  const olds = after.options.map((option) => formerOption(before.options, option));
  const stays = new Set(olds);
  const changes = after.options.flatMap((option, at) => {
    const old = olds[at];
    const now = factsOfOption(option, after, option.key);
    if (!old) return [`option "${option.key}": added`, ...compareFacts(new Map(), now)];
    const renamed = old.key === option.key ? [] : [`option "${old.key}": renamed to "${option.key}"`];
    const was = factsOfOption(old, before, option.key);
    return [...renamed, ...compareFacts(was, now)];
  });
  const removed = before.options
    .filter((option) => !stays.has(option))
    .map(({ key }) => {
      const successor = after.options.find(({ renamedFrom }) => renamedFrom?.includes(key));
      return `option "${key}": ${successor ? `now part of "${successor.key}"` : 'removed'}`;
    });
  const places = olds.map((old) => (old ? before.options.indexOf(old) : undefined));
  const order = findMoved(places).size > 0 ? [`options in another order: ${keysOf(after.options)}`] : [];
  return [...changes, ...removed, ...order];
}

function formerOption(options: readonly CompiledOption[], { key, renamedFrom }: CompiledOption) {
  return options.find((old) => old.key === key) ?? options.find((old) => renamedFrom?.includes(old.key));
}

function keysOf(options: readonly CompiledOption[]): string {
  return options.map(({ key }) => key).join(', ');
}

/**
 * Which of these places have moved: all but the most that can stay in their order. `places` are old places in the new
 * order; what is new has none.
 */
export function findMoved(places: readonly (number | undefined)[]): ReadonlySet<number> {
  /** For each length the place that the longest row so far can end with, and the places before each in its row. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  const known = places.filter((place) => place !== undefined);
  for (const place of known) {
    const length = firstNotBelow(ends, place);
    previous.set(place, ends[length - 1]);
    ends[length] = place;
  }
  const moved = new Set(known);
  for (let place = ends.at(-1); place !== undefined; place = previous.get(place)) moved.delete(place);
  return moved;
}

function firstNotBelow(rising: readonly number[], value: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
