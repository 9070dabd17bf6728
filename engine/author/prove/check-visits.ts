import type { CompiledFunnel } from '../../model.ts';
import type { ExpressionUse } from '../expression-uses.ts';
import type { Finding, Findings } from '../finding.ts';
import type { Flow } from '../flow.ts';
import type { Words } from '../words/words.ts';
import { answersMissing, keyOf, recallsIn, recallsMissing } from './missing-findings.ts';
import { ProofContext } from './proof-context.ts';
import { proveFunnel } from './prove-funnel.ts';
import { branchesUnreachable, outcomesUnreachable, stepsUnreachable } from './unreachable-findings.ts';
import type { TooManyVisits } from './verdicts.ts';

export interface CheckVisitsInput {
  readonly flow: Flow;
  readonly expressions: readonly ExpressionUse[];
  /** The flow, compiled. */
  readonly funnel: CompiledFunnel;
  /** The words that nothing is wrong with. */
  readonly words: readonly Words[];
}

/** What is wrong with the visits of a flow that has no other mistake. What only follows from something told is not told. */
export function checkVisits(input: CheckVisitsInput): readonly Finding[] {
  const recalls = new Map([...recallsIn(input)].map(({ recall }) => [keyOf(recall), recall]));
  const proof = proveFunnel(input.funnel, [...recalls.values()]);
  const context = new ProofContext({ ...input, proof });
  return [
    ...stepsUnreachable(context),
    ...branchesUnreachable(context),
    ...outcomesUnreachable(context),
    ...answersMissing(context),
    ...recallsMissing(context),
    ...goalsTwice(context),
    ...(proof.kind === 'too_many_visits' ? [tooManyVisits(input.flow, proof)] : []),
  ];
}

function* goalsTwice(context: ProofContext): Findings {
  const told = new Set<string>();
  for (const { goal, steps, visit } of context.proof.goalsTwice) {
    const [first, second] = steps.map((id) => context.step(id));
    if (told.has(second!.id!)) continue;
    told.add(second!.id!);
    yield {
      in: context.flow.document,
      path: [...second!.path, 'goal'],
      code: 'goal_twice',
      message: `A visit can come to the goal "${goal}" twice.`,
      hint: 'Give the two steps goals of their own. Only steps that nobody passes both of may share one.',
      related: [{ in: context.flow.document, path: [...first!.path, 'goal'], note: 'The first time.' }],
      counterexample: visit,
    };
  }
}

function tooManyVisits({ document, stepsById }: Flow, { step, remembered }: TooManyVisits): Finding {
  const names = remembered.slice(0, mostNamed).join(', ');
  const others = remembered.length > mostNamed ? ` and ${remembered.length - mostNamed} more` : '';
  return {
    in: document,
    path: [...stepsById.get(step)!.path, 'id'],
    code: 'too_many_visits',
    message: `The visits are too many to check: what was said about ${names}${others} makes too many combinations here, and all of them matter further on.`,
    hint: 'Ask for fewer answers in one condition, or nearer to their questions; compare numbers with fixed numbers; score on fewer dimensions.',
  };
}

const mostNamed = 8;
