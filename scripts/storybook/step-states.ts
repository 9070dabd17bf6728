import { questionOf } from '../../engine/author/steps/index.ts';
import type { Answer, CompiledFunnel, CompiledStep } from '../../engine/model.ts';
import type { ExampleVisit } from '../../engine/problem.ts';
import { checkAnswer } from '../../engine/run/answer.ts';
import type { Journey } from '../../engine/run/journey.ts';
import { offeredStep, refusalOf } from '../../engine/run/refusal.ts';
import type { StepArgs } from '../../stories/funnel-data.ts';
import { startVisit } from '../../stories/step/start-visit.ts';

/** A visit that is finished, with its outcome. */
export type FinishedExample = ExampleVisit & { readonly outcome: string };

interface Visits {
  /** The shortest visit that comes to the step. */
  readonly visit: ExampleVisit;
  /** Visits to the end, of which some may end with this step. */
  readonly finished: readonly FinishedExample[];
}

/** A step in each state that it has. */
export function stepStatesOf(funnel: CompiledFunnel, step: CompiledStep, visits: Visits): readonly StepArgs[] {
  const base = { shows: 'step', step: step.id, visit: visits.visit } as const;
  const { journey } = startVisit(funnel, visits.visit).getSnapshot().context;
  const offered = step.offeredIf ? offeredStep(funnel, journey) : step;
  const [answer] = sampleAnswers(offered);
  const wrong = wrongAnswer(offered);
  const refused = refusedAnswer(funnel, journey);
  const last = lastVisit(funnel, offered, visits);
  return [
    { ...base, state: 'empty' },
    ...(answer === undefined ? [] : [{ ...base, state: 'chosen' as const, answer }]),
    ...(wrong === undefined ? [] : [{ ...base, state: 'invalid' as const, ...(wrong !== null && { answer: wrong }) }]),
    ...(refused === undefined ? [] : [{ ...base, state: 'refused' as const, answer: refused }]),
    ...('timer' in step ? [{ ...base, state: 'ended' as const }] : []),
    ...(last ? [{ ...base, state: 'last' as const, ...last }] : []),
  ];
}

/** An answer that the check of the step on the screen doesn't take, if it has one and refuses some. */
function refusedAnswer(funnel: CompiledFunnel, journey: Journey): Answer | undefined {
  const step = offeredStep(funnel, journey);
  if (step.check === undefined) return undefined;
  return sampleAnswers(step).find((answer) => refusalOf(funnel, journey, answer) === 'check');
}

type Ending = Pick<StepArgs, 'visit' | 'answer' | 'outcome'>;

/** How a visit ends with this step: by the shortest way to it where an answer there ends it, else by one of the finished visits. */
function lastVisit(funnel: CompiledFunnel, step: CompiledStep, { visit, finished }: Visits): Ending | undefined {
  if (step.fewest > 0) return undefined;
  const answers = sampleAnswers(step);
  for (const answer of answers.length > 0 ? answers : [undefined]) {
    const outcome = outcomeAfter(funnel, visit, answer);
    if (outcome !== undefined) return { visit, outcome, ...(answer !== undefined && { answer }) };
  }
  const other = finished.find(({ steps }) => steps.at(-1)?.step === step.id);
  if (!other) return undefined;
  const { outcome, steps, ...rest } = other;
  const { answer } = steps.at(-1)!;
  const arrived = { ...rest, steps: [...steps.slice(0, -1), { step: step.id }] };
  return { visit: arrived, outcome, ...(answer !== undefined && { answer }) };
}

/** The outcome of the visit that goes on with this answer, if it ends there. */
function outcomeAfter(funnel: CompiledFunnel, visit: ExampleVisit, answer: Answer | undefined): string | undefined {
  const actor = startVisit(funnel, visit);
  actor.send(answer === undefined ? { type: 'NEXT' } : { type: 'ANSWER', value: answer });
  return actor.getSnapshot().output?.outcome;
}

/** Answers that a visitor may well give, the likeliest first; all of them can be taken. None for a step that asks nothing. */
export function sampleAnswers(step: CompiledStep): readonly Answer[] {
  return (questionOf(step.type)?.samples(step) ?? []).filter((answer) => checkAnswer(step, answer) === null);
}

/**
 * What can be put in that Continue doesn't take: an answer, or `null` for nothing at all. `undefined` where every
 * answer that can be put in is right.
 */
export function wrongAnswer(step: CompiledStep): Answer | null | undefined {
  return questionOf(step.type)?.wrong(step);
}
