import { readCountName } from '../events/counting/counts.ts';
import type { History } from './history.ts';
import type { Sums } from './sum-counts.ts';

/** Numbers by name. */
export type Numbers = ReadonlyMap<string, number>;

/** What is known of a step. */
export interface StepFigures {
  readonly shown: number;
  readonly left: number;
  readonly answers: Numbers;
  /** By the step that followed; '' is the end. */
  readonly ways: Numbers;
  /** By bucket of seconds. */
  readonly times: Numbers;
}

/** Counts of several versions, put together under the names of the present one. */
export interface Figures {
  /** Of what has no place, such as `visits`. */
  readonly totals: Numbers;
  readonly steps: ReadonlyMap<string, StepFigures>;
  readonly outcomes: Numbers;
  readonly goals: Numbers;
}

type Open<Value> = { -readonly [Key in keyof Value]: Value[Key] extends Numbers ? Map<string, number> : Value[Key] };

/** Puts the counts of all versions together. */
export function figuresOf(sums: Sums, history: History): Figures {
  const figures: OpenFigures = { totals: new Map(), outcomes: new Map(), goals: new Map(), steps: new Map() };
  for (const counts of sums.values()) for (const [name, count] of counts) addCount(figures, name, { count, history });
  return figures;
}

interface OpenFigures extends Omit<Open<Figures>, 'steps'> {
  readonly steps: Map<string, Open<StepFigures>>;
}

function addCount(figures: OpenFigures, text: string, { count, history }: { count: number; history: History }): void {
  const name = readCountName(text);
  switch (name[0]) {
    case 'shown':
    case 'left':
      stepOf(figures, history.step(name[1]))[name[0]] += count;
      break;
    case 'answer': {
      const step = history.step(name[1]);
      add(stepOf(figures, step).answers, history.option(step, name[2]), count);
      break;
    }
    case 'way':
      add(stepOf(figures, history.step(name[1])).ways, name[2] && history.step(name[2]), count);
      break;
    case 'time':
      add(stepOf(figures, history.step(name[1])).times, name[2], count);
      break;
    case 'outcome':
      add(figures.outcomes, name[1], count);
      break;
    case 'goal':
      add(figures.goals, name[1], count);
      break;
    case 'met':
    case 'met_finished':
      // Of experiments: `describe-experiments.ts`.
      break;
    default:
      add(figures.totals, name[0], count);
  }
}

function stepOf({ steps }: OpenFigures, id: string): Open<StepFigures> {
  const known = steps.get(id);
  if (known) return known;
  const made = { shown: 0, left: 0, answers: new Map(), ways: new Map(), times: new Map() };
  steps.set(id, made);
  return made;
}

function add(numbers: Map<string, number>, name: string, count: number): void {
  numbers.set(name, (numbers.get(name) ?? 0) + count);
}
