import type { Finding, Findings, RelatedFinding } from '../finding.ts';
import type { PlacedRecall, TextUse, Words } from '../words/words.ts';
import { findRead } from './find-read.ts';
import type { ProofContext } from './proof-context.ts';
import type { MissingAnswer, RecallUse } from './verdicts.ts';
import { scopeOfVisit } from './visit-scope.ts';

/** Conditions that read an answer which some visitors haven't given. */
export function* answersMissing(context: ProofContext): Findings {
  for (const missing of context.proof.missingAnswers) {
    const isWritten = context.pathOf(missing.asked).at(-1) !== 'next';
    if (isWritten && !context.isUnasked(missing.field)) yield answerMissing(context, missing);
  }
}

function answerMissing(context: ProofContext, { asked, field, visit }: MissingAnswer): Finding {
  const { flow, funnel, expressions } = context;
  const path = context.pathOf(asked);
  const place = path.join('/');
  const use = expressions.find((each) => each.path.join('/') === place);
  const written = expressions.filter((each) => each.path[0] === 'variables');
  const variables = new Map(written.map((each) => [String(each.path[1]), each.parsed.syntax] as const));
  for (const { name, kind } of funnel.variables) if (kind === 'sum') variables.set(name, undefined);
  const scope = scopeOfVisit(funnel, visit);
  const read = use?.parsed.syntax && findRead(use.parsed.syntax, { field, scope, variables });
  const isDirect = read === undefined || read.name === field;
  return {
    in: flow.document,
    path,
    ...(read && { within: { start: read.start, end: read.end } }),
    code: 'answer_missing',
    message: isDirect
      ? `Some visitors come here without an answer to "${field}".`
      : `"${read.name}" reads the answer "${field}", and some visitors come here without one.`,
    hint: `Write answered(${field}) and … in front of it, so that it only counts for those who have answered.`,
    related: askedHere(context, field),
    counterexample: visit,
  };
}

/** A recall without a fallback, in a text that allows recalls. */
export interface PlacedUse {
  readonly words: Words;
  readonly use: TextUse;
  readonly placed: PlacedRecall;
  readonly recall: RecallUse;
}

/** The recalls of words that need an answer which is asked for above their step. */
export function* recallsIn({ flow, words }: Pick<ProofContext, 'flow' | 'words'>): Iterable<PlacedUse> {
  for (const locale of words) {
    for (const use of locale.texts) {
      const { owner } = use;
      if (!owner || !use.allowsRecalls) continue;
      const at: RecallUse['at'] =
        owner.section === 'steps' ? { kind: 'step', step: owner.id } : { kind: 'outcome', outcome: owner.id };
      for (const placed of use.parsed.recalls) {
        if (placed.fallback !== undefined || !flow.stepsByField.has(placed.recall)) continue;
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
    if (!visit || context.isUnasked(recall.field)) continue;
    yield {
      in: words.document,
      path: use.path,
      within: { start: placed.start, end: placed.end },
      code: 'recall_missing',
      message: `Some visitors read this without having answered "${recall.field}".`,
      hint: `Say what they read instead: {{${recall.field}|…}}.`,
      related: askedHere(context, recall.field),
      counterexample: visit,
    };
  }
}

/** Equal for recalls of the same answer in the same place. */
export function keyOf({ at, field }: RecallUse): string {
  return JSON.stringify([at.kind, at.kind === 'step' ? at.step : at.outcome, field]);
}

function askedHere({ flow }: ProofContext, field: string): readonly RelatedFinding[] {
  const asking = flow.stepsByField.get(field);
  return asking ? [{ in: flow.document, path: [...asking.path, 'id'], note: `"${field}" is asked here.` }] : [];
}
