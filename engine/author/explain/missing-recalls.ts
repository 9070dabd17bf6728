import type { Findings, RelatedFinding } from '../finding.ts';
import type { ExampleVisit } from '../../problem.ts';
import type { PlacedRecall, TextUse, Words } from '../words/words.ts';
import { textVariablesOf } from '../text-variables.ts';
import { chartTexts } from '../steps/chart.ts';
import { askedHere, type ProofContext } from './proof-context.ts';
import type { RecallUse } from '../prove/verdicts.ts';
import { type FoundRead, VisitReads } from './visit-reads.ts';

/** A recall without a fallback, or of a text that always has a value, in a text that allows recalls. */
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
  const texts = new Set(textVariablesOf(flow).map(({ name }) => name));
  for (const locale of words) {
    for (const use of locale.texts) {
      const { owner } = use;
      if (!owner || !use.allowsRecalls) continue;
      const at: RecallUse['at'] =
        owner.section === 'steps' ? { kind: 'step', step: owner.id } : { kind: 'outcome', outcome: owner.id };
      for (const placed of use.parsed.recalls) {
        const isText = texts.has(placed.recall);
        if (placed.fallback !== undefined && !isText) continue;
        if (!flow.stepsByField.has(placed.recall) && !variables.has(placed.recall)) continue;
        const recall = {
          at,
          field: placed.recall,
          ...(use.variant && { variant: use.variant }),
          ...(isText && { isText }),
        };
        yield { words: locale, use, placed, recall };
      }
    }
  }
}

/** A recall that some readers have no value for. */
interface MissedRecall extends PlacedUse {
  readonly visit: ExampleVisit;
  /** What leaves it without one, where that is written in a variable. */
  readonly read: FoundRead | undefined;
}

/** Recalls that some readers have given no answer for, or whose variables have no value for them. */
export function* missedRecalls(context: ProofContext): Iterable<MissedRecall> {
  const { funnel, expressions, proof } = context;
  const visits = new Map(proof.missingRecalls.map((missing) => [recallKey(missing), missing.visit]));
  for (const placed of recallsIn(context)) {
    const { recall } = placed;
    const visit = visits.get(recallKey(recall));
    if (!visit || context.isNeverAsked(recall.field)) continue;
    const read = new VisitReads(funnel, expressions, visit).ofVariable(recall.field);
    yield { ...placed, visit, read: read && !recall.isText && isAskedLater(context, recall, read) ? undefined : read };
  }
}

/** Whether a text reads what only a later step asks for: then it is the text that stands too early. */
function isAskedLater({ funnel: { steps } }: ProofContext, { at }: RecallUse, { part }: FoundRead): boolean {
  if (at.kind !== 'step' || part.kind !== 'name') return false;
  const asking = steps.findIndex((step) => 'field' in step && step.field === part.name);
  return asking >= steps.findIndex(({ id }) => id === at.step);
}

/** Those that nothing in a variable is to be blamed for. */
export function* recallsMissing(context: ProofContext): Findings {
  for (const { words, use, placed, recall, visit, read } of missedRecalls(context)) {
    if (read) continue;
    yield {
      in: words.document,
      path: use.path,
      within: { start: placed.start, end: placed.end },
      code: 'recall_missing',
      message: context.flow.stepsByField.has(recall.field)
        ? `Some visitors read this without having answered "${recall.field}".`
        : `Some visitors read this before "${recall.field}" has a value.`,
      hint: `Say what they read instead: {{${recall.field}|…}}.`,
      related: [...askedHere(context, recall.field), ...reckonedHere(context, recall.field)],
      counterexample: visit,
    };
  }
}

/** The values of charts, and where they are written. */
export function* chartValuesIn({ flow, funnel }: Pick<ProofContext, 'flow' | 'funnel'>) {
  for (const { path, value, index } of flow.steps) {
    const step = funnel.steps[index];
    if (!value.chart || !step || !('chart' in step)) continue;
    for (const [at, written] of [...chartTexts(value.chart)].entries()) {
      const shown = step.chart?.values[at];
      if (!shown) continue;
      const recall: RecallUse = { at: { kind: 'step', step: step.id }, field: written.text, value: shown };
      yield { path: [...path, 'chart', ...written.path], recall };
    }
  }
}

/** Charts that have nothing to draw for some who see them, without what texts are reported for. */
export function* chartValuesMissing(context: ProofContext): Findings {
  const visits = new Map(context.proof.missingRecalls.map((missing) => [recallKey(missing), missing.visit]));
  const reported = new Set([...missedRecalls(context)].map(({ recall }) => recall.field));
  for (const { path, recall } of chartValuesIn(context)) {
    const visit = visits.get(recallKey(recall));
    if (!visit || context.isNeverAsked(recall.field) || reported.has(recall.field)) continue;
    yield {
      in: context.flow.document,
      path,
      code: 'recall_missing',
      message: `Some visitors see this chart where "${recall.field}" has no value: an answer is missing, or it divides by 0.`,
      hint: 'Write default(…, 0) around what may be missing, or show_if, so that only those see it who have answered.',
      related: [...askedHere(context, recall.field), ...reckonedHere(context, recall.field)],
      counterexample: visit,
    };
  }
}

function reckonedHere({ flow }: ProofContext, name: string): readonly RelatedFinding[] {
  if (!Object.hasOwn(flow.value.variables ?? {}, name)) return [];
  return [{ in: flow.document, path: ['variables', name], target: 'key', note: `"${name}" is worked out here.` }];
}

/** Equal for recalls of the same answer in the same place, for the same visitors. */
export function recallKey({ at, field, variant }: RecallUse): string {
  return JSON.stringify([at.kind, at.kind === 'step' ? at.step : at.outcome, field, variant]);
}
