import type { Answer, CompiledFunnel, CompiledStep, MatrixStep, VisitInput } from '../../../engine/model.ts';
import { evaluate, type Value } from '../../../engine/run/expression.ts';
import type { Try } from './funnel-arbitrary.ts';

interface Passed {
  readonly step: CompiledStep;
  readonly shown: boolean;
  readonly answer: Answer | undefined;
}

/** The rules of a visit (section 4) written down a second time: slow, mutable and obvious. */
export class ReferenceVisit {
  readonly path: Passed[] = [];
  readonly drafts: Record<string, Answer> = {};
  readonly goals: string[] = [];
  counter = 0;
  current: CompiledStep | null;
  readonly limit: number;
  readonly funnel: CompiledFunnel;
  readonly input: VisitInput;

  constructor(funnel: CompiledFunnel, input: VisitInput) {
    this.funnel = funnel;
    this.input = input;
    const asked = input.stepsLimit ?? 0;
    this.limit = asked >= 1 ? Math.min(asked, funnel.steps.length) : funnel.steps.length;
    this.current = funnel.steps[0]!;
    this.skipHidden();
  }

  forward(answer: Answer | undefined): void {
    const step = this.current!;
    if (!this.path.some(({ shown }) => shown)) this.report(this.funnel.goals.start);
    this.report(step.goal);
    this.path.push({ step, shown: true, answer });
    if ('field' in step) {
      if (answer === undefined) delete this.drafts[step.field];
      else this.drafts[step.field] = answer;
    }
    if (step.counts) this.counter = Math.min(this.counter + 1, this.answered);
    const edge = step.next.find(({ when }) => when === undefined || this.holds(when))!;
    this.current = this.counter >= this.limit ? null : this.stepNamed(edge.to);
    this.skipHidden();
  }

  back(): void {
    if (!this.current || !this.canGoBack) return;
    if (this.current.counts) this.counter = Math.max(0, this.counter - 1);
    let last = this.path.pop()!;
    while (!last.shown || last.step.type === 'loader') last = this.path.pop()!;
    this.current = last.step;
  }

  /** How many questions the path has. */
  get answered(): number {
    return this.path.filter(({ shown, step }) => shown && step.counts).length;
  }

  get canGoBack(): boolean {
    return this.path.some(({ shown, step }) => shown && step.type !== 'loader');
  }

  get answers(): Record<string, Answer> {
    const answers = this.path.filter(({ answer }) => answer !== undefined);
    return Object.fromEntries(answers.map(({ step, answer }) => [(step as { field: string }).field, answer!]));
  }

  get totals(): Record<string, number> {
    const totals = Object.fromEntries(this.funnel.dimensions.map(({ name }) => [name, 0]));
    for (const { step, answer } of this.path) {
      if (answer === undefined || !('options' in step)) continue;
      const counted = step.type === 'rank' ? [answer].flat().slice(0, 1) : [answer].flat();
      for (const { key, scores } of step.options.filter((option) => counted.includes(option.key))) {
        for (const [name, points] of Object.entries(scores ?? {}))
          totals[name] = Number((totals[name]! + points * (key ? 1 : 0)).toPrecision(14));
      }
    }
    return totals;
  }

  get progress() {
    const current = this.path.filter(({ shown }) => shown).length + 1;
    const final = current + this.current!.most;
    return { current, final, percent: Math.ceil((100 * current) / final) };
  }

  get outcome(): string {
    return this.funnel.outcomes.find(({ when }) => when === undefined || this.holds(when))!.id;
  }

  /** Whether all that is chosen is offered here. */
  offers(chosen: Answer | undefined): boolean {
    const offeredIf = this.current?.offeredIf ?? {};
    return [chosen ?? []].flat().every((key) => this.isOffered(offeredIf[String(key)]));
  }

  /** What was answered here last, without what is no longer offered. */
  get draft(): Answer | undefined {
    const draft = this.current && 'field' in this.current ? this.drafts[this.current.field] : undefined;
    if (!Array.isArray(draft)) return this.offers(draft) ? draft : undefined;
    const left = draft.filter((key) => this.offers(key));
    return left.length > 0 ? left : undefined;
  }

  private isOffered(condition: string | undefined): boolean {
    return condition === undefined || this.holds(condition);
  }

  private skipHidden(): void {
    while (this.current?.showIf !== undefined && !this.holds(this.current.showIf)) {
      this.path.push({ step: this.current, shown: false, answer: undefined });
      this.current = this.funnel.steps[this.funnel.steps.indexOf(this.current) + 1] ?? null;
    }
    if (!this.current) this.report(this.funnel.goals.finish);
  }

  private report(goal: string | undefined): void {
    if (goal !== undefined && !this.goals.includes(goal)) this.goals.push(goal);
  }

  private stepNamed(id: string | null): CompiledStep | null {
    return this.funnel.steps.find((step) => step.id === id) ?? null;
  }

  /** Of an order the first. */
  private seen(field: string): Value {
    const answer = this.answers[field];
    const isRank = this.funnel.steps.some((step) => step.type === 'rank' && step.field === field);
    return isRank && answer !== undefined ? [answer].flat()[0] : answer;
  }

  private holds(condition: string): boolean {
    const variable = (name: string): Value => {
      const found = this.funnel.variables.find((each) => each.name === name);
      if (found?.kind === 'value') return evaluate(found.value, scope);
      return this.totals[found ? found.dimension : name];
    };
    const scope = {
      answer: (field: string) => this.seen(field),
      variable,
      variant: (name: string) => (this.input.variants?.[name] === 'doctors' ? 'doctors' : 'plain'),
      query: (name: string) => this.input.query?.[name],
    };
    return evaluate(this.funnel.conditions[condition]!, scope) === true;
  }
}

/** The answers that a step takes: enough of them that every option is chosen by one. `undefined` is no answer. */
export function validAnswers(step: CompiledStep): readonly (Answer | undefined)[] {
  return step.optional ? [...answersTo(step), undefined] : answersTo(step);
}

function answersTo(step: CompiledStep): readonly (Answer | undefined)[] {
  switch (step.type) {
    case 'single_choice':
    case 'select':
    case 'consent':
      return step.options.map(({ key }) => key);
    case 'matrix':
      return matrixAnswers(step).map((cells) => (cells.length > 0 ? cells : undefined));
    case 'rank':
      return ordersOf(step.options.map(({ key }) => key));
    case 'multiple_choice': {
      const free = step.options.filter(({ exclusive }) => !exclusive).map(({ key }) => key);
      const alone = step.options.filter(({ exclusive }) => exclusive).map(({ key }) => [key]);
      const sets = [[], ...free.map((key) => [key]), ...free.flatMap((a, n) => free.slice(n + 1).map((b) => [a, b]))];
      const allowed = sets.filter(({ length }) => length >= step.choose.min && length <= step.choose.max);
      return [...alone, ...allowed].map((set) => (set.length ? set : undefined));
    }
    case 'number':
      return Array.from({ length: (step.max - step.min) / step.step + 1 }, (_, n) => step.min + n * step.step);
    case 'text':
      return ['Ada', 'Grace', ...(step.required ? [] : [undefined])];
    case 'email':
      return ['ada@example.org', ...(step.required ? [] : [undefined])];
    case 'phone':
      return ['+34600123456', ...(step.required ? [] : [undefined])];
    case 'date':
      return ['2026-11-20', '2026-11-21', '2026-11-22'];
    case 'time':
      return ['23:58', '23:59', '00:00', '00:01'];
    case 'intro':
    case 'info':
    case 'display':
    case 'group':
    case 'loader':
      return [];
  }
}

/** Every cell of one row with every cell of the others, or none of it where rows may be left out. */
export function matrixAnswers({ rows, columns, required }: MatrixStep): readonly (readonly string[])[] {
  const left = required === false ? [[]] : [];
  return rows.reduce<readonly (readonly string[])[]>(
    (all, row) =>
      all.flatMap((cells) =>
        [...columns.map((column) => [`${row}.${column}`]), ...left].map((own) => [...cells, ...own]),
      ),
    [[]],
  );
}

/** Every order of the keys. */
export function ordersOf(keys: readonly string[]): readonly (readonly string[])[] {
  if (keys.length === 0) return [[]];
  return keys.flatMap((first) => ordersOf(keys.filter((key) => key !== first)).map((others) => [first, ...others]));
}

/** Plays one try on the reference, and says which event it is for the machine. */
export function play(visit: ReferenceVisit, { kind, pick }: Try) {
  const step = visit.current;
  const all = step ? validAnswers(step) : [];
  const answers = all.filter((answer) => visit.offers(answer));
  if (kind === 'BACK') {
    visit.back();
    return { type: 'BACK' } as const;
  }
  if (kind === 'ANSWER' && step && answers.length) {
    const answer = answers[pick % answers.length];
    visit.forward(answer);
    return { type: 'ANSWER', value: answer ?? (['multiple_choice', 'matrix'].includes(step.type) ? [] : '') } as const;
  }
  if (kind === 'NEXT') {
    const draft = step && 'field' in step ? visit.drafts[step.field] : undefined;
    if (step && visit.offers(draft) && (!answers.length || draft !== undefined || answers.includes(undefined))) {
      if (!('options' in step) || answers.length) visit.forward(draft);
    }
    return { type: 'NEXT' } as const;
  }
  const hidden = all.find((answer) => !visit.offers(answer));
  if (hidden !== undefined) return { type: 'ANSWER', value: hidden } as const;
  const nonsense = ['no such option', -1, ['nothing'], ['o0', 'o0', 'o0', 'o0', 'o0']] as const;
  return { type: 'ANSWER', value: step?.type === 'text' ? 7 : nonsense[pick % nonsense.length]! } as const;
}
