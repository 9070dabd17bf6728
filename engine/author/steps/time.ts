import type { CompiledStep, TimeStep } from '../../model.ts';
import { checkAnswer } from '../../run/answer.ts';
import { minuteNumber, minutesInDay, timeOfDay } from '../../run/times.ts';
import { timeType } from '../expression/types.ts';
import {
  explainByExample,
  known,
  lose,
  optionalFacts,
  optionalOf,
  requiredKey,
  type Schema,
  type StepAuthoring,
} from './authoring.ts';
import { numbersToTry, placeByLiking } from './number.ts';

const limit = (title: string, description: string, example: string): Schema => ({
  title,
  description: `${description} Where \`min\` is later than \`max\`, the times go over midnight: from \`20:00\` to \`04:00\`.`,
  type: 'string',
  pattern: String.raw`^([01]\d|2[0-3]):[0-5]\d$`,
  examples: [example],
});

export const time: StepAuthoring<'time'> = {
  description: 'A question whose answer is a time of day, such as bedtime.',
  keys: {
    min: limit('the first time', 'The first time that can be answered. Without it: 00:00.', '20:00'),
    max: limit('the last time', 'The last time that can be answered. Without it: 23:59.', '04:00'),
    required: requiredKey,
  },
  required: [],
  words: { button: true },
  compile: (basis, { field, value }) => ({
    ...basis,
    type: 'time',
    field: known(field),
    min: String(value.min ?? '00:00'),
    max: String(value.max ?? '23:59'),
    ...optionalOf(value),
  }),
  *check({ sound, path, value: { min, max } }) {
    if (!sound || min === undefined || min !== max) return;
    const message = `min and max are both ${min}: no other time could be answered.`;
    yield { path: [...path, 'max'], code: 'time_range', message };
  },
  facts: ({ min, max, optional }) => ({ range: `${min} to ${max}`, ...optionalFacts({ optional }) }),
  question: {
    chooses: null,
    valueType: () => timeType,
    answerType: () => 'string',
    conditions: (field, { title }) => [{ text: `hours_between(${field}, 07:00) < 7`, about: title }],
    /** On each side of every time that conditions compare with. */
    *candidates({ step, comparisons }) {
      for (const range of rangesOf(step))
        for (const { number, count } of range ? numbersToTry({ ...range, step: 1 }, comparisons) : [])
          yield { answer: timeOfDay(number), points: [], count };
    },
    grid(step) {
      const [first, second = first] = rangesOf(step);
      const valueAt = (place: number): number =>
        first.min + place <= first.max ? first.min + place : second.min + place - first.max - 1;
      return { last: lastPlace(step), valueAt, answerAt: (place) => timeOfDay(valueAt(place)) };
    },
    byChance(step) {
      const count = lastPlace(step) + 1;
      return (random) => timeAt(step, random.below(count));
    },
    byLiking: (step, _liking, random) => timeAt(step, placeByLiking(lastPlace(step), random)),
    againstSuccessor: timesAgainst,
    explainLimit(step, lost) {
      if (lost.why !== 'out_of_hours') return explainByExample(step, lost);
      const cause = `${String(lost.answers[0])}, for example, ${lose}: it isn't from ${step.min} to ${step.max}.`;
      return { keys: [['min'], ['max']], cause };
    },
    samples(step) {
      const last = lastPlace(step);
      return [Math.round(last / 3), 0, last].map((place) => timeAt(step, place));
    },
    wrong: () => null,
  },
};

interface MinuteRange {
  readonly min: number;
  readonly max: number;
}

/** The minutes of the day that can be answered, in rising order; two ranges where they go over midnight. */
function rangesOf(step: TimeStep): readonly [MinuteRange, MinuteRange?] {
  const [min, max] = [minuteNumber(step.min)!, minuteNumber(step.max)!];
  if (min <= max) return [{ min, max }];
  return [
    { min: 0, max },
    { min, max: minutesInDay - 1 },
  ];
}

/** The place of the last time that can be answered; that of the first is 0. */
function lastPlace({ min, max }: TimeStep): number {
  return (minuteNumber(max)! - minuteNumber(min)! + minutesInDay) % minutesInDay;
}

function timeAt({ min }: TimeStep, place: number): string {
  return timeOfDay((minuteNumber(min)! + place) % minutesInDay);
}

/** The ends of the range, and the times beside the limits of the successor. */
function timesAgainst(step: TimeStep, successor: CompiledStep | undefined): readonly string[] {
  const limits = [step, ...(successor?.type === 'time' ? [successor] : [])].flatMap(({ min, max }) => [min, max]);
  const near = limits.map((time) => minuteNumber(time)!).flatMap((minute) => [minute - 1, minute, minute + 1]);
  const times = new Set(near.map((minute) => timeOfDay((minute + minutesInDay) % minutesInDay)));
  return [...times].filter((time) => checkAnswer(step, time) === null);
}
