import { Terms } from '../expression/terms.ts';
import type { ExpressionUse } from '../expression-uses.ts';
import type { Flow, FlowStep } from '../flow.ts';
import { showIfPath } from '../for-each.ts';
import { Reads } from '../prove/reads.ts';
import type { Asked, Disproved } from '../prove/verdicts.ts';
import type { Words } from '../words/words.ts';
import type { CompiledFunnel } from '../../model.ts';
import type { Finding, RelatedFinding } from '../finding.ts';
import type { Path } from '../../problem.ts';

/** What findings are made of. */
interface ProofInput {
  readonly flow: Flow;
  readonly expressions: readonly ExpressionUse[];
  readonly funnel: CompiledFunnel;
  /** The words whose recalls were asked about. */
  readonly words: readonly Words[];
  readonly proof: Disproved;
}

/** A condition that is true for no visitor. */
export interface NeverTrue extends Finding {
  readonly never: {
    /** Its name in the compiled funnel. */
    readonly condition: string;
    /** What there is for no visitor, as a sentence that goes on. */
    readonly result: string;
  };
}

/** Where things are written, and what only follows from something that is reported. */
export class ProofContext {
  readonly flow: Flow;
  readonly expressions: readonly ExpressionUse[];
  readonly funnel: CompiledFunnel;
  readonly words: readonly Words[];
  readonly proof: Disproved;
  readonly unseen: ReadonlySet<string>;
  readonly #reads: Reads;
  readonly #unseenFields: ReadonlySet<string>;
  /** The answers and sums that lack something: their questions are never asked, or some of their options never offered. */
  readonly #explainedFields: ReadonlySet<string>;
  readonly #explainedSums: ReadonlySet<string>;
  /** The conditions that read what has no value; the problem says why. */
  readonly #missing: ReadonlySet<string>;

  constructor({ flow, expressions, funnel, words, proof }: ProofInput) {
    this.flow = flow;
    this.expressions = expressions;
    this.funnel = funnel;
    this.words = words;
    this.proof = withoutSomeOfEach(flow, proof);
    this.#reads = new Reads(funnel, new Terms());
    this.unseen = new Set(proof.unreachableSteps.map(({ step }) => step));
    const steps = funnel.steps.filter(({ id }) => this.unseen.has(id));
    this.#unseenFields = new Set(fieldsOf(steps));
    const lacking = new Set(proof.unofferedOptions.map(({ step }) => step));
    const explaining = [...steps, ...funnel.steps.filter(({ id }) => lacking.has(id))];
    this.#explainedFields = new Set(fieldsOf(explaining));
    this.#explainedSums = new Set(explaining.flatMap(dimensionsOn));
    this.#missing = new Set(
      [...proof.missingAnswers, ...proof.missingValues].map(({ asked }) => this.pathOf(asked).join('/')),
    );
  }

  step(id: string): FlowStep {
    return this.flow.stepsById.get(id)!;
  }

  pathOf(asked: Asked): Path {
    switch (asked.kind) {
      case 'show_if':
        return showIfPath(this.step(asked.step));
      case 'option':
        return optionPath(this.step(asked.step), asked.option);
      case 'check':
        return [...this.step(asked.step).path, 'check', 'that'];
      case 'edge':
        return edgePlaces(this.step(asked.step))[asked.edge]!.path;
      case 'outcome':
        return ['outcomes', asked.outcome, 'when'];
    }
  }

  /** Whether no visitor can have the answer, as its question is never asked. */
  isNeverAsked(field: string): boolean {
    return this.#unseenFields.has(field);
  }

  /** Whether a condition has to do with an answer. */
  uses(condition: string | undefined, field: string): boolean {
    const expression = condition === undefined ? undefined : this.funnel.conditions[condition];
    return expression !== undefined && this.#reads.uses(expression).fields.has(field);
  }

  /** Whether something else that is reported may be why a condition is as it is. */
  isExplained(condition: string | undefined, path: Path): boolean {
    const expression = condition === undefined ? undefined : this.funnel.conditions[condition];
    if (!expression) return false;
    const { fields, sums } = this.#reads.uses(expression);
    return (
      this.#missing.has(path.join('/')) ||
      [...fields].some((field) => this.#explainedFields.has(field)) ||
      [...sums].some((dimension) => this.#explainedSums.has(dimension))
    );
  }
}

/** What a step with `for_each` says is for nobody where it is for nobody on all steps that it is written out to. */
function withoutSomeOfEach(flow: Flow, proof: Disproved): Disproved {
  const unseen = new Set(proof.unreachableSteps.map(({ step }) => step));
  const seen = flow.steps.filter(({ id, writtenOut }) => writtenOut && !unseen.has(id!));
  if (seen.length === 0) return proof;
  const ofAll = <Found extends { readonly step: string }>(found: readonly Found[], placeOf: (each: Found) => Path) => {
    const keyOf = (each: Found) => placeOf(each).join('/');
    const places = groupsBy(found, keyOf);
    return found.filter((each) => {
      const { writtenOut } = flow.stepsById.get(each.step)!;
      const all = seen.filter((step) => step.writtenOut!.from === writtenOut?.from);
      return !writtenOut || places.get(keyOf(each))!.length === all.length;
    });
  };
  return {
    ...proof,
    unreachableEdges: ofAll(
      proof.unreachableEdges,
      ({ step, edge }) => edgePlaces(flow.stepsById.get(step)!)[edge]!.path,
    ),
    unofferedOptions: ofAll(proof.unofferedOptions, ({ step, option }) =>
      optionPath(flow.stepsById.get(step)!, option),
    ),
  };
}

function fieldsOf(steps: CompiledFunnel['steps']): readonly string[] {
  return steps.flatMap((step) => ('field' in step ? [step.field] : []));
}

function dimensionsOn(step: CompiledFunnel['steps'][number]): readonly string[] {
  return 'options' in step ? step.options.flatMap(({ scores }) => Object.keys(scores ?? {})) : [];
}

/** Where it is written for whom an option is. */
function optionPath({ options }: FlowStep, key: string): Path {
  return [...options.find((option) => option.key === key)!.path, 'show_if'];
}

/** The place of the question that gives an answer. */
export function askedHere({ flow }: ProofContext, field: string): readonly RelatedFinding[] {
  const asking = flow.stepsByField.get(field);
  return asking ? [{ in: flow.document, path: [...asking.path, 'id'], note: `"${field}" is asked here.` }] : [];
}

/** Where an edge of a compiled step is written. */
export interface EdgePlace {
  readonly kind: 'option' | 'when' | 'else' | 'next' | 'below';
  readonly path: Path;
  /** The key of the option. */
  readonly option?: string;
}

/** The places of a step's edges, in the order of the compiled step. The way to the step below need not be written. */
export function edgePlaces({ path, next, nextPath, options, writtenOut }: FlowStep): readonly EdgePlace[] {
  const ofOptions = options
    .filter((option) => option.value.next !== undefined)
    .map((option): EdgePlace => ({ kind: 'option', path: [...option.path, 'next'], option: option.key }));
  if (writtenOut?.onward) ofOptions.push({ kind: 'below', path: [...path, 'for_each', 'next'] });
  if (next === undefined) return [...ofOptions, { kind: 'below', path }];
  if (typeof next === 'string') return [...ofOptions, { kind: 'next', path: nextPath }];
  const branches = next.map((branch, at): EdgePlace => {
    const kind = branch?.when === undefined ? 'else' : 'when';
    return { kind, path: [...nextPath, at, kind] };
  });
  return [...ofOptions, ...branches];
}

/** The items of each key, in their order. */
export function groupsBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
