import type { CompiledFunnel, VisitInput } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import { isQuestion } from '../../run/answer.ts';
import { indexOf } from '../../run/funnel-index.ts';
import { answerOnPath, stepsPassed, type Journey } from '../../run/journey.ts';
import { personas } from './personas.ts';
import type { Versions } from './versions.ts';
import { walkPersona } from './walk-persona.ts';

/** A visit of the old version, as far as it has come. */
export interface SampleVisit {
  readonly journey: Journey;
  readonly input: VisitInput;
}

/** How many steps are walked, all visits together: it takes some tenths of a second. */
const mostSteps = 100_000;
/** A visit of more steps is looked at only at some of them. */
const mostStepsOfVisit = 600;

/**
 * Visits of the old version at every step where there can be one and at the end, each once. All that the two versions
 * can tell apart where the funnel is of a size that people write; else as many as time allows, the simplest first.
 */
export function* sampleVisits(versions: Versions): Iterable<SampleVisit> {
  const { length } = versions.before.steps;
  const stride = Math.ceil(length ** 2 / mostStepsOfVisit ** 2);
  const seen = new Set<string>();
  let walked = 0;
  for (const persona of personas(versions)) {
    for (const { journey, said } of walkPersona(versions, persona)) {
      if (journey.at < length && journey.trail.shown % stride !== 0) continue;
      const key = `${journey.at} ${said}`;
      if (seen.has(key)) continue;
      seen.add(key);
      walked += length;
      yield { journey, input: persona.input };
    }
    walked += length;
    if (walked > mostSteps) return;
  }
}

/** The visit as people read it. */
export function describeVisit(funnel: CompiledFunnel, { journey, input }: SampleVisit): ExampleVisit {
  const { fields } = indexOf(funnel);
  const here = funnel.steps[journey.at];
  return {
    ...(isFilled(input.variants) && { variants: input.variants! }),
    ...(isFilled(input.query) && { query: input.query! }),
    steps: [
      ...stepsPassed(funnel, journey).map((step) => {
        const answer = isQuestion(step) ? answerOnPath(journey, fields.get(step.field)!) : undefined;
        return { step: step.id, ...(answer !== undefined && { answer }) };
      }),
      ...(here ? [{ step: here.id }] : []),
    ],
  };
}

function isFilled(record: object | undefined): boolean {
  return record !== undefined && Object.keys(record).length > 0;
}
