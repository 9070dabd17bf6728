import { keyOfNumber } from '../../../api/events/counting/counts.ts';
import type { SimulatedLog } from './simulate-logs.ts';
import type { Answer, CompiledFunnel, CompiledStep } from '../../../engine/model.ts';
import type { Sale } from './sales.ts';

/** Numbers by name; what counts 0 is left out. */
export type Figures = Readonly<Record<string, number>>;

/** What a report has to say of simulated visits, by group (`by`, `name`), day, or all: counted here from what they did. */
export class ExpectedFigures {
  readonly #funnel: CompiledFunnel;
  readonly #browsers = new Set<string>();
  readonly #groups = new Map<string, Map<string, number>>();

  constructor(funnel: CompiledFunnel) {
    this.#funnel = funnel;
  }

  add(log: SimulatedLog, sale: Sale): void {
    const isFirst = !this.#browsers.has(log.seed);
    this.#browsers.add(log.seed);
    const totals = totalsOf(log, sale, isFirst);
    const all = [...totals, ...stepsOf(this.#funnel, log)];
    const variants = Object.entries(log.variants).map(([name, variant]) => `variant ${name}=${variant}`);
    for (const group of ['all', `locale ${log.locale}`, `utm_source ${log.source || '(none)'}`, ...variants])
      this.#count(group, all);
    this.#count(`day ${new Date(log.startedAt).toISOString().slice(0, 10)}`, totals.slice(0, 5));
  }

  /** `all`, `locale en`, `utm_source google`, `variant proof=plain`, `day 2026-11-21`. */
  of(group: string): Figures {
    return Object.fromEntries([...(this.#groups.get(group) ?? [])].filter(([, count]) => count > 0));
  }

  /** The names of the groups of this kind. */
  names(kind: string): readonly string[] {
    return [...this.#groups.keys()]
      .filter((name) => name.startsWith(`${kind} `))
      .map((name) => name.slice(kind.length + 1));
  }

  #count(group: string, counts: readonly (readonly [string, number])[]): void {
    const sums = this.#groups.get(group) ?? new Map<string, number>();
    this.#groups.set(group, sums);
    for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  }
}

type Counts = readonly (readonly [name: string, count: number])[];

function totalsOf({ outcome, goals }: SimulatedLog, { signedUp, paid }: Sale, isFirst: boolean): Counts {
  return [
    ['visits', 1],
    ['visitors', isFirst ? 1 : 0],
    ['finished', outcome === null ? 0 : 1],
    ['sign-ups', signedUp ? 1 : 0],
    ['purchases', paid ? 1 : 0],
    ['paid', paid?.amount ?? 0],
    ...(outcome === null ? [] : [[`outcome ${outcome}`, 1] as const]),
    ...goals.map((goal) => [`goal ${goal}`, 1] as const),
  ];
}

function stepsOf(funnel: CompiledFunnel, { steps, leftAt, walk }: SimulatedLog): Counts {
  const answers = new Map<CompiledStep, Answer>();
  const ways = new Set<string>();
  walk.moves.forEach(({ journey, event }, index) => {
    const step = funnel.steps[journey.at]!;
    const next = walk.moves[index + 1]?.journey ?? walk.end;
    if (event.type === 'ANSWER') answers.set(step, event.value);
    if (event.type !== 'BACK') ways.add(`way ${step.id} > ${funnel.steps[next.at]?.id ?? 'end'}`);
  });
  return [
    ...steps.map((id) => [`shown ${id}`, 1] as const),
    ...(leftAt === null ? [] : [[`left ${leftAt}`, 1] as const]),
    ...[...ways].map((way) => [way, 1] as const),
    ...[...answers].flatMap(([step, answer]) =>
      keysOf(step, answer).map((key) => [`answer ${step.id}: ${key}`, 1] as const),
    ),
  ];
}

function keysOf(step: CompiledStep, answer: Answer): readonly string[] {
  if (step.type === 'number') return [keyOfNumber(step, answer as number)];
  if (!('options' in step)) return [];
  if (step.type === 'rank') return [(answer as readonly string[])[0]!];
  return typeof answer === 'object' ? answer : [String(answer)];
}
