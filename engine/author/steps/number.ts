import type { Comparisons } from './candidate.ts';
import { numberUnits, switchUnits, type CompiledStep, type NumberStep, type SwitchUnit } from '../../model.ts';
import { checkAnswer, tidyAnswer } from '../../run/answer.ts';
import { numberType } from '../expression/types.ts';
import type { Finding } from '../finding.ts';
import type { StepValue } from '../flow.ts';
import { known, lose, optionalFacts, optionalOf, requiredKey, type Schema, type StepAuthoring } from './authoring.ts';

/** Answers that are computed with stay exact to the cent (`engine/run/expression.ts`). */
const greatest = 1_000_000_000;
const bounds: Schema = { type: 'number', minimum: -greatest, maximum: greatest };
const maxScalePoints = 11;
/** The most places of a number's range that are looked at; what people write has far fewer. */
const maxNumbers = 2000;

export const number: StepAuthoring<'number'> = {
  description: 'A question whose answer is a number.',
  keys: {
    input: {
      title: 'an input',
      description: '`field` to type it in, `slider` to slide to it, `scale` for a row of buttons (at most 11).',
      enum: ['field', 'slider', 'scale'],
    },
    min: { title: 'min', description: 'The lowest number.', ...bounds },
    max: { title: 'max', description: 'The highest number.', ...bounds },
    step: {
      title: 'step',
      description:
        'The distance between two numbers. Without it: 1. The range from `min` to `max` is a whole number of steps.',
      type: 'number',
      minimum: 0.001,
      maximum: greatest,
    },
    unit: {
      title: 'a unit',
      description: "Written after the number, in the visitor's language: “7 hours”, “7 horas”.",
      enum: numberUnits,
    },
    units: {
      title: 'the units',
      description:
        'Units that visitors can switch between: `[kilograms, pounds]`, or `[centimeters, feet_and_inches]`. The answer is stored in the `unit` of the step, whichever was chosen. Only for `input: field`.',
      type: 'array',
      minItems: 2,
      uniqueItems: true,
      items: { title: 'a unit', enum: switchUnits },
    },
    first_unit: {
      title: 'a unit',
      description: 'The unit that is chosen at first. Without it: the one that is common where the visitor is.',
      enum: switchUnits,
    },
    required: requiredKey,
  },
  required: ['input', 'min', 'max'],
  words: {
    button: true,
    placeholder: { where: 'input: field', fits: ({ input }) => input === 'field' },
    lowest: { where: 'input: slider or scale', fits: ({ input }) => input !== 'field' },
    highest: { where: 'input: slider or scale', fits: ({ input }) => input !== 'field' },
  },
  compile: (basis, { field, value }) => ({
    ...basis,
    type: 'number',
    field: known(field),
    input: known(value.input),
    min: Number(known(value.min)),
    max: Number(known(value.max)),
    step: value.step ?? 1,
    ...(value.unit !== undefined && { unit: value.unit }),
    ...(value.units !== undefined && { units: value.units.map(known) }),
    ...(value.first_unit !== undefined && { firstUnit: value.first_unit }),
    ...optionalOf(value),
  }),
  /** The numbers to choose from go from `min` to `max` in whole steps, and a scale has room for all of them. */
  *check({ sound, path, value }) {
    const { min, max, step = 1, input } = value;
    if (!sound || typeof min !== 'number' || typeof max !== 'number') return;
    if (min >= max) {
      const message = `min must be below max, and ${min} isn't below ${max}.`;
      yield { path: [...path, 'min'], code: 'number_range', message };
    } else if (!isWhole((max - min) / step)) {
      yield misfit([...path, value.step === undefined ? 'max' : 'step'], min, max, step);
    } else if (input === 'scale' && (max - min) / step >= maxScalePoints) {
      yield tooLong([...path, 'input'], Math.round((max - min) / step) + 1);
    }
    yield* checkUnits(path, value);
  },
  facts: ({ input, min, max, step, unit, units, firstUnit, optional }) => ({
    input,
    range: `${min} to ${max}`,
    'step size': step,
    unit,
    units: units?.join(', '),
    'first unit': firstUnit,
    ...optionalFacts({ optional }),
  }),
  question: {
    chooses: null,
    valueType: () => numberType,
    answerType: () => 'number',
    conditions(field, { range, title }) {
      const [min, max] = [Number(range?.min), Number(range?.max)];
      return range ? [{ text: `${field} >= ${Math.ceil((min + max) / 2)}`, about: title }] : [];
    },
    *candidates({ step, comparisons }) {
      for (const { number: answer, count } of numbersToTry(step, comparisons)) yield { answer, points: [], count };
    },
    grid(step) {
      const valueAt = (place: number): number => numberAt(step, place);
      return { last: placesOf(step), valueAt, answerAt: valueAt };
    },
    byChance(step) {
      const count = placesOf(step) + 1;
      return (random) => tidyAnswer(step, step.min + random.below(count) * step.step);
    },
    byLiking: (step, _liking, random) => numberAt(step, placeByLiking(placesOf(step), random)),
    againstSuccessor: numbersAgainst,
    explainLimit({ min, max }, { why, answers }) {
      if (why === 'too_small') return { keys: [['min']], cause: `less than ${min} ${lose}.` };
      if (why === 'too_large') return { keys: [['max']], cause: `more than ${max} ${lose}.` };
      const example = JSON.stringify(answers[0]);
      return { keys: [['step'], ['min']], cause: `${example}, for example, ${lose}: it lies between two steps.` };
    },
    samples(step) {
      const places = Math.floor((step.max - step.min) / step.step);
      return [Math.round(places / 3), 0, places].map((place) => numberAt(step, place));
    },
    wrong: ({ input }) => (input === 'scale' ? undefined : null),
  },
};

/** Units that are one quantity: what can be stored in one of them can be typed in the other. */
const quantities: readonly (readonly SwitchUnit[])[] = [
  ['kilograms', 'pounds'],
  ['centimeters', 'feet_and_inches'],
];

/** Visitors can switch between units of one quantity, one of which is the step's own. */
function* checkUnits(
  path: Finding['path'],
  { input, unit, units, first_unit: first }: StepValue,
): Iterable<Omit<Finding, 'in'>> {
  const place = { path: [...path, 'units'], target: 'key', code: 'number_units' } as const;
  if (!units) {
    if (first !== undefined)
      yield {
        ...place,
        path: [...path, 'first_unit'],
        message: 'There are no units to choose the first from.',
        hint: 'Write units: [kilograms, pounds]',
      };
    return;
  }
  const quantity = quantities.find((each) => each.some((one) => one === unit));
  const misfit = units.find((each) => each && !quantity?.includes(each));
  if (!quantity) {
    yield {
      ...place,
      message: `Its own unit must be one of ${switchUnits.filter((each) => each !== 'feet_and_inches').join(', ')}.`,
      hint: 'Write unit: kilograms',
    };
  } else if (misfit !== undefined) {
    yield {
      ...place,
      message: `"${misfit}" can't be turned into ${unit}.`,
      hint: `Write units: [${quantity.join(', ')}]`,
    };
  } else if (input !== 'field') {
    yield { ...place, message: 'Units to switch between need a field to type in.', hint: 'Write input: field' };
  } else if (first !== undefined && !units.includes(first)) {
    yield { ...place, path: [...path, 'first_unit'], message: `"${first}" is not one of the units.` };
  }
}

/** Numbers at equal distances. */
type NumberRange = Pick<NumberStep, 'min' | 'max' | 'step'>;

function placesOf({ min, max, step }: NumberRange): number {
  return Math.round((max - min) / step);
}

/** One end of a range or the other for some, any place of it for the rest. */
export function placeByLiking(places: number, random: () => number): number {
  if (random() < 0.4) return [0, places][Math.floor(random() * 2)]!;
  return Math.floor(random() * (places + 1));
}

/** A number that a step takes, and how many it stands for: those up to the next one that is tried. */
interface NumberToTry {
  readonly number: number;
  readonly count: bigint;
}

/**
 * Numbers that a step takes. Where they are only compared, one on each side of every number that they are compared with,
 * and that number; where they are reckoned with, all.
 */
export function* numbersToTry(step: NumberRange, { numbers, isAll }: Comparisons): Iterable<NumberToTry> {
  const { min, max } = step;
  const last = Math.round((max - min) / step.step);
  if (!isAll) {
    for (let place = 0; place <= last; place += 1) yield { number: numberAt(step, place), count: 1n };
    return;
  }
  const places = new Set([0, last]);
  for (const number of numbers) {
    const near = Math.floor((number - min) / step.step);
    for (const place of [near - 1, near, near + 1, near + 2]) if (place > 0 && place < last) places.add(place);
  }
  const rising = [...places].toSorted((a, b) => a - b);
  for (const [at, place] of rising.entries()) {
    yield { number: numberAt(step, place), count: BigInt((rising[at + 1] ?? last + 1) - place) };
  }
}

/** As it is written: 0.3, not the 0.30000000000000004 that three steps of 0.1 make. */
function numberAt({ min, step }: NumberRange, place: number): number {
  return Number((min + place * step).toPrecision(12));
}

/**
 * The ends of the range, and of what the successor says the same of: the first and the last that is too small for it, …
 */
function* numbersAgainst({ min, max, step }: NumberStep, successor: CompiledStep | undefined): Iterable<number> {
  const places = Math.round((max - min) / step);
  const ends = new Map<unknown, [first: number, last: number]>();
  for (let nth = 0; nth <= Math.min(places, maxNumbers); nth += 1) {
    const place = places <= maxNumbers ? nth : Math.round((nth * places) / maxNumbers);
    const number = Number((min + place * step).toPrecision(12));
    const verdict = successor && checkAnswer(successor, number);
    ends.set(verdict, [ends.get(verdict)?.[0] ?? number, number]);
  }
  yield* new Set([...ends.values()].flat());
}

function isWhole(steps: number): boolean {
  return Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps));
}

function misfit(path: Finding['path'], min: number, max: number, step: number): Omit<Finding, 'in'> {
  const message = `From ${min} to ${max} is not a whole number of steps of ${step}.`;
  const last = Number((min + Math.floor((max - min) / step) * step).toFixed(9));
  return {
    path,
    code: 'number_step',
    message,
    ...(last > min && { hint: `Steps of ${step} from ${min} come to ${last}.` }),
  };
}

function tooLong(path: Finding['path'], points: number): Omit<Finding, 'in'> {
  const message = `A scale has at most ${maxScalePoints} points, and this one would have ${points}.`;
  return { path, code: 'scale_too_long', message, hint: 'Use input: slider.' };
}
