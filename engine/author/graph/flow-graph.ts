import type {
  CompiledFunnel,
  CompiledStep,
  Edge,
  Expression,
  FunnelWords,
  Locale,
  StepType,
  Text,
} from '../../model.ts';
import { rulesOf } from '../../run/steps/index.ts';
import { below } from '../../run/walk.ts';
import { questionOf } from '../steps/index.ts';

/** A funnel as a picture of it shows it: plain data, for any way of drawing. */
export interface FlowGraph {
  readonly id: string;
  /** What the funnel is called in the language of the words; without words, its id. */
  readonly name: string;
  /** The language of the titles, if there are any. */
  readonly locale?: Locale;
  readonly path: string;
  readonly goals: CompiledFunnel['goals'];
  readonly experiments: readonly GraphExperiment[];
  /** In the order of the file; the first is where visits begin. */
  readonly steps: readonly GraphStep[];
  /** The ways between the steps, in the order in which they are asked. */
  readonly edges: readonly GraphEdge[];
  /** In the order in which they are asked; the first that fits is the visitor's. */
  readonly outcomes: readonly GraphOutcome[];
}

export interface GraphExperiment {
  readonly name: string;
  /** `share` is the part of the visitors who get the variant, 0 to 1. */
  readonly variants: readonly { readonly name: string; readonly share: number }[];
}

export interface GraphStep {
  readonly id: string;
  readonly type: StepType;
  readonly title?: string;
  /** Whether passing it adds to the counter of answered questions. */
  readonly counts: boolean;
  readonly goal?: string;
  /** The condition, as the author wrote it, of those whom the step is shown to. */
  readonly showIf?: string;
  readonly check?: string;
  readonly note?: string;
}

/** How a step is drawn: something to read, to choose from, to write, or to wait for. */
export function appearanceOf(type: StepType): 'screen' | 'choice' | 'typed' | 'pause' {
  const question = questionOf(type);
  if (question) return question.chooses ? 'choice' : 'typed';
  return rulesOf({ type }).isPassedOver ? 'pause' : 'screen';
}

export interface GraphEdge {
  /** Id of a step. */
  readonly from: string;
  /** Id of a later step; `null` is the finish. */
  readonly to: string | null;
  /**
   * `always`: the only way on. `if`: for whom one of the conditions holds, and none of an edge before. `otherwise`: for
   * those who are left. `hidden`: for those whom the step is not shown to, where that is not the way of the others.
   */
  readonly kind: 'always' | 'if' | 'otherwise' | 'hidden';
  /** The conditions as the author wrote them; empty unless the kind is `if`. */
  readonly conditions: readonly string[];
  readonly note?: string;
}

export interface GraphOutcome {
  readonly id: string;
  readonly title?: string;
  /** The condition, as the author wrote it; the last outcome has none. */
  readonly when?: string;
  readonly topics: readonly string[];
  readonly ending?: string;
  readonly note?: string;
}

/** What else to say in the picture, such as how many visitors came along. */
export interface GraphNotes {
  /** By step id. */
  readonly steps?: Readonly<Record<string, string>>;
  /** By outcome id. */
  readonly outcomes?: Readonly<Record<string, string>>;
  /** Asked for each edge. */
  readonly edge?: (edge: GraphEdge) => string | undefined;
}

/** Describes the graph of a funnel; with words, each step and outcome has its title. */
export function describeGraph(funnel: CompiledFunnel, words?: FunnelWords, notes: GraphNotes = {}): FlowGraph {
  return {
    id: funnel.id,
    name: words?.name ?? funnel.id,
    ...(words && { locale: words.locale }),
    path: funnel.path,
    goals: funnel.goals,
    experiments: funnel.experiments.map(({ name, variants }) => {
      const total = variants.reduce((sum, { weight }) => sum + weight, 0);
      return { name, variants: variants.map((variant) => ({ name: variant.name, share: variant.weight / total })) };
    }),
    steps: funnel.steps.map((step) => ({
      ...pick(step),
      ...titled(words?.steps[step.id]?.title),
      ...noted(notes.steps?.[step.id]),
    })),
    edges: funnel.steps
      .flatMap((step, at) => edgesOf(step, funnel.steps[below(funnel.steps, at)]?.id ?? null, funnel.conditions))
      .map((edge) => ({ ...edge, ...noted(notes.edge?.(edge)) })),
    outcomes: funnel.outcomes.map((outcome) => ({
      ...outcome,
      ...titled(words?.outcomes[outcome.id]?.title),
      ...noted(notes.outcomes?.[outcome.id]),
    })),
  };
}

function pick({ id, type, counts, goal, showIf, check }: CompiledStep): GraphStep {
  return {
    id,
    type,
    counts,
    ...(goal !== undefined && { goal }),
    ...(showIf !== undefined && { showIf }),
    ...(check !== undefined && { check }),
  };
}

function titled(title: Text | undefined): { readonly title?: string } {
  return title === undefined ? {} : { title: plain(title) };
}

function noted(note: string | undefined): { readonly note?: string } {
  return note === undefined ? {} : { note };
}

/** A text in one piece, its recalls as the author wrote them. */
function plain(text: Text): string {
  if (typeof text === 'string') return text;
  return text.map((piece) => (typeof piece === 'string' ? piece : `{{${piece.recall}}}`)).join('');
}

function edgesOf(
  step: CompiledStep,
  below: string | null,
  conditions: CompiledFunnel['conditions'],
): readonly GraphEdge[] {
  const own = ownEdges(step, (when) => isOneOption(conditions[when], step));
  const targets = new Set(own.map(({ to }) => to));
  if (step.showIf === undefined || (targets.size === 1 && targets.has(below))) return own;
  return [...own, { from: step.id, to: below, kind: 'hidden', conditions: [] }];
}

function ownEdges(step: CompiledStep, isOption: (when: string) => boolean): readonly GraphEdge[] {
  const from = step.id;
  const branches = step.next.filter((edge): edge is Branch => edge.when !== undefined);
  const rest = step.next.find(({ when }) => when === undefined)?.to ?? null;
  const ofOptions = branches.filter(({ when }) => isOption(when)).length;
  const isNeverTaken = choosesOne(step) && ofOptions === step.options.length;
  const targets = new Set([...branches.map(({ to }) => to), ...(isNeverTaken ? [] : [rest])]);
  if (targets.size === 1) return [{ from, to: [...targets][0] ?? null, kind: 'always', conditions: [] }];
  const edges = groupByTarget(branches, isOption).map(({ to, conditions }): GraphEdge => ({
    from,
    to,
    kind: 'if',
    conditions,
  }));
  return isNeverTaken ? edges : [...edges, { from, to: rest, kind: 'otherwise', conditions: [] }];
}

type Branch = Edge & { readonly when: string };
interface Group {
  readonly to: string | null;
  readonly conditions: string[];
}

/**
 * Conditions that lead to one place are one edge, where that changes nothing: neighbours, and options of which a visitor
 * chooses one, whatever stands between them.
 */
function groupByTarget(branches: readonly Branch[], isOption: (when: string) => boolean): readonly Group[] {
  const groups: Group[] = [];
  for (const { when, to } of branches) {
    const near = isOption(when) ? groups.filter(({ conditions }) => conditions.every(isOption)) : groups.slice(-1);
    const group = near.find((each) => each.to === to);
    if (group) group.conditions.push(when);
    else groups.push({ to, conditions: [when] });
  }
  return groups;
}

/** Whether a condition is that this one option of a single choice was chosen, which no two can be. */
function isOneOption(condition: Expression | undefined, step: CompiledStep): boolean {
  return (
    choosesOne(step) &&
    condition?.kind === 'binary' &&
    condition.operator === '==' &&
    condition.left.kind === 'answer' &&
    condition.left.field === step.field &&
    condition.right.kind === 'literal'
  );
}

/** Whether an answer is one of the step's options. */
function choosesOne(step: CompiledStep): step is Extract<CompiledStep, { readonly options: unknown }> {
  return 'options' in step && questionOf(step.type)?.chooses === 'one';
}
