import type { Answers, CompiledFunnel, VisitEvent } from '../../engine/model.ts';
import type { Value } from '../../engine/run/expression.ts';
import { answersOnPath } from '../../engine/run/journey.ts';
import { saveVisit } from '../../engine/run/save-visit.ts';
import type { FunnelSnapshot } from '../../engine/run/machine.ts';
import { variablesAt } from '../../engine/run/walk.ts';

/** What is known of a visit in one moment. */
export interface VisitFacts {
  readonly step: string;
  readonly counter: number;
  readonly answers: Answers;
  /** Answers of steps that the visitor went back over. */
  readonly drafts: Answers;
  /** Sums of points, and what is computed, as far as they have values. */
  readonly variables: Readonly<Record<string, Value>>;
  readonly goals: readonly string[];
  readonly variants: Readonly<Record<string, string>>;
  /** Once the visit is finished. */
  readonly outcome?: string;
}

/** The facts of a snapshot. */
export function visitFactsOf(funnel: CompiledFunnel, snapshot: FunnelSnapshot): VisitFacts {
  const { journey, reported } = snapshot.context;
  const answers = answersOnPath(funnel, journey);
  const drafts = Object.entries(saveVisit(funnel, snapshot).answers).filter(
    ([field]) => !Object.hasOwn(answers, field),
  );
  const variants = funnel.experiments.map(({ name, variants }) => [
    name,
    journey.input.variants?.[name] ?? variants[0]?.name ?? '',
  ]);
  return {
    step: snapshot.value,
    ...(snapshot.output && { outcome: snapshot.output.outcome }),
    counter: journey.counter,
    answers,
    drafts: Object.fromEntries(drafts),
    variables: variablesAt(funnel, journey),
    goals: reported,
    variants: Object.fromEntries(variants),
  };
}

/** A line of the facts as JSON, and whether the last event changed it. */
export interface FactLine {
  readonly text: string;
  readonly isNew: boolean;
}

/** The facts as JSON, line by line; what was not so before is new. */
export function writeFacts(facts: VisitFacts, before: VisitFacts | undefined): readonly FactLine[] {
  const known = new Set(before && linesOf(before).map(({ inside, entry }) => `${inside} ${entry}`));
  return linesOf(facts).map(({ inside, entry, text }) => ({
    text,
    isNew: before !== undefined && !/^[\]}]|[[{]$/.test(entry) && !known.has(`${inside} ${entry}`),
  }));
}

interface Line {
  /** The line that opens what the entry stands in. */
  readonly inside: string;
  readonly entry: string;
  readonly text: string;
}

function linesOf(facts: VisitFacts): readonly Line[] {
  const open: string[] = [];
  return JSON.stringify(facts, null, 2)
    .split('\n')
    .map((text) => {
      const entry = text.trim().replace(/,$/, '');
      if (/^[\]}]/.test(entry)) open.pop();
      const line = { inside: open.at(-1) ?? '', entry, text };
      if (/[[{]$/.test(entry)) open.push(entry);
      return line;
    });
}

/** What the visitor did, in a few words: `nights: bad`, `Continue`, `Back`. */
export function eventWords(event: VisitEvent): string {
  if (event.type !== 'ANSWER') return event.type === 'NEXT' ? 'Continue' : 'Back';
  const { value } = event;
  if (typeof value === 'object') return value.length > 0 ? value.join(', ') : '(nothing chosen)';
  return value === '' ? '(left empty)' : String(value);
}

/** Milliseconds as minutes and seconds: `1:07`. */
export function timeWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
