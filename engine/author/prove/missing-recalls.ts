import type { Findings, RelatedFinding } from '../finding.ts';
import type { ExampleVisit } from '../../problem.ts';
import type { PlacedRecall, TextUse, Words } from '../words/words.ts';
import { askedHere, type ProofContext } from './proof-context.ts';
import type { RecallUse } from './verdicts.ts';
import { VisitReads } from './visit-reads.ts';

/** A recall without a fallback, in a text that allows recalls. */
interface PlacedUse {
  readonly words: Words;
  readonly use: TextUse;
  readonly placed: PlacedRecall;
  readonly recall: RecallUse;
}

/** The recalls of words that need an answer, or the value of a variable. */
export function* recallsIn({
  flow,
  funnel,
  words,
}: Pick<ProofContext, 'flow' | 'funnel' | 'words'>): Iterable<PlacedUse> {
  const variables = new Set(funnel.variables.map(({ name }) => name));
  for (const locale of words) {
    for (const use of locale.texts) {
      const { owner } = use;
      if (!owner || !use.allowsRecalls) continue;
      const at: RecallUse['at'] =
        owner.section === 'steps' ? { kind: 'step', step: owner.id } : { kind: 'outcome', outcome: owner.id };
      for (const placed of use.parsed.recalls) {
        if (placed.fallback !== undefined) continue;
        if (!flow.stepsByField.has(placed.recall) && !variables.has(placed.recall)) continue;
        yield { words: locale, use, placed, recall: { at, field: placed.recall } };
      }
    }
  }
}

/** Recalls that some readers have given no answer for. */
export function* recallsMissing(context: ProofContext): Findings {
  const visits = new Map(context.proof.missingRecalls.map((missing) => [keyOf(missing), missing.visit]));
  for (const { words, use, placed, recall } of recallsIn(context)) {
    const visit = visits.get(keyOf(recall));
    if (!visit || context.isNeverAsked(recall.field) || isDivided(context, recall.field, visit)) continue;
    yield {
      in: words.document,
      path: use.path,
      within: { start: placed.start, end: placed.end },
      code: 'recall_missing',
      message: context.flow.stepsByField.has(recall.field)
        ? `Some visitors read this without having answered "${recall.field}".`
        : `Some visitors read this where "${recall.field}" has no value: an answer is missing, or it divides by 0.`,
      hint: `Say what they read instead: {{${recall.field}|…}}.`,
      related: [...askedHere(context, recall.field), ...reckonedHere(context, recall.field)],
      counterexample: visit,
    };
  }
}

/** Whether a variable has no value only for a division by 0 that is reported where it is written. */
function isDivided({ expressions, funnel, proof }: ProofContext, name: string, visit: ExampleVisit): boolean {
  const use = expressions.find(({ path }) => path[0] === 'variables' && path[1] === name);
  if (!use || proof.missingValues.length === 0) return false;
  const reads = new VisitReads(funnel, expressions, visit);
  return proof.missingValues.some(({ computation }) => reads.ofComputation(use, computation));
}

function reckonedHere({ flow }: ProofContext, name: string): readonly RelatedFinding[] {
  if (!Object.hasOwn(flow.value.variables ?? {}, name)) return [];
  return [{ in: flow.document, path: ['variables', name], target: 'key', note: `"${name}" is worked out here.` }];
}

/** Equal for recalls of the same answer in the same place. */
export function keyOf({ at, field }: RecallUse): string {
  return JSON.stringify([at.kind, at.kind === 'step' ? at.step : at.outcome, field]);
}
