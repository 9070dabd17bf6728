import type { ExpressionUse } from '../expression-uses.ts';
import { type ExpressionSyntax, type KnownNames, toExpression } from '../expression/syntax.ts';
import type { CompiledFunnel, Expression } from '../../model.ts';
import type { ExampleVisit } from '../../problem.ts';
import { addUp, pointsInOrder } from '../steps/candidate.ts';
import { evaluate, type EvaluationScope, type Value } from '../../run/expression.ts';
import { rulesOf } from '../../run/steps/index.ts';
import { groupsBy } from './proof-context.ts';

/** Where a condition reads something. */
export interface FoundRead {
  /** What is read: a name, or a computation. */
  readonly part: ExpressionSyntax;
  /** The name in the condition by which it is read, if it is read through variables. */
  readonly by: ExpressionSyntax | undefined;
  /** The expression that `part` stands in: the condition, or that of a variable. */
  readonly use: ExpressionUse;
}

/** Looks up how a visit works out its conditions. */
export class VisitReads {
  /** The expressions of each variable, in the order in which they are worked out; a sum has none. */
  readonly #variables: ReadonlyMap<string, readonly ExpressionUse[]>;
  readonly #scope: EvaluationScope;
  readonly #names: KnownNames;

  constructor(funnel: CompiledFunnel, expressions: readonly ExpressionUse[], visit: ExampleVisit) {
    const written = groupsBy(
      expressions.filter(({ path }) => path[0] === 'variables'),
      ({ path }) => path[1],
    );
    this.#variables = new Map(funnel.variables.map(({ name }) => [name, written.get(name) ?? []]));
    this.#scope = scopeOfVisit(funnel, visit);
    this.#names = {
      isVariable: (name) => this.#variables.has(name),
      keysOf(field) {
        const step = funnel.steps.find((each) => 'field' in each && each.field === field);
        return step && 'options' in step ? step.options.map(({ key }) => key) : [];
      },
      dimensions: funnel.dimensions.map(({ name }) => name),
    };
  }

  /** The first place where the visit, working out a condition, reads an answer that it doesn't have. */
  ofAnswer(use: ExpressionUse, field: string): FoundRead | undefined {
    const isMissing = this.#scope.answer(field) === undefined;
    return this.#find(use, (part) => isMissing && part.kind === 'name' && part.name === field);
  }

  /** The first place where it reads a computation that has no value, though its parts have. */
  ofComputation(use: ExpressionUse, computation: Expression): FoundRead | undefined {
    const key = JSON.stringify(computation);
    return this.#find(use, (part) => this.#isWithoutValue(part) && JSON.stringify(this.#expression(part)) === key);
  }

  /** The first place that leaves a variable without a value at the end of the visit: an answer, or a computation. */
  ofVariable(name: string): FoundRead | undefined {
    return this.#findInVariable(name, (part) =>
      part.kind === 'name' ? this.#value(part) === undefined : this.#isWithoutValue(part),
    );
  }

  #isWithoutValue(part: ExpressionSyntax): boolean {
    if (this.#value(part) !== undefined) return false;
    if (part.kind !== 'binary') return part.kind === 'call' && part.name === 'mean';
    return [part.left, part.right].every((each) => this.#value(each) !== undefined);
  }

  #find(use: ExpressionUse, isIt: (part: ExpressionSyntax) => boolean): FoundRead | undefined {
    const inside = (part: ExpressionSyntax): FoundRead | undefined => {
      if (part.kind === 'name' && this.#variables.has(part.name)) {
        const found = this.#findInVariable(part.name, isIt);
        return found && { ...found, by: part };
      }
      for (const each of this.#read(part)) {
        const found = inside(each);
        if (found) return found;
      }
      return isIt(part) ? { part, by: undefined, use } : undefined;
    };
    return use.parsed.syntax && inside(use.parsed.syntax);
  }

  /** In its value; of texts in their conditions, up to the first that holds. */
  #findInVariable(name: string, isIt: (part: ExpressionSyntax) => boolean): FoundRead | undefined {
    for (const use of this.#variables.get(name) ?? []) {
      const found = this.#find(use, isIt);
      if (found) return found;
      if (use.parsed.syntax && this.#value(use.parsed.syntax) === true) return undefined;
    }
    return undefined;
  }

  /** The parts that are read for the value of a whole. */
  #read(part: ExpressionSyntax): readonly ExpressionSyntax[] {
    switch (part.kind) {
      case 'binary': {
        const isDecided =
          (part.operator === 'and' && this.#value(part.left) !== true) ||
          (part.operator === 'or' && this.#value(part.left) === true);
        return isDecided ? [part.left] : [part.left, part.right];
      }
      case 'unary':
        return [part.operand];
      case 'list':
        return part.items;
      case 'call':
        return this.#readByCall(part);
      case 'name':
      case 'literal':
      case 'member':
        return [];
    }
  }

  #readByCall({ name, arguments: values }: ExpressionSyntax & { kind: 'call' }): readonly ExpressionSyntax[] {
    const [first, second, third] = values as readonly [ExpressionSyntax, ExpressionSyntax, ExpressionSyntax];
    switch (name) {
      case 'answered':
      case 'count':
        return [];
      case 'mean':
        return values.filter((value) => this.#value(value) !== undefined);
      case 'default':
        return this.#value(first) === undefined ? [second] : [];
      case 'if':
        return [first, this.#value(first) === true ? second : third];
      default:
        return values;
    }
  }

  #value(part: ExpressionSyntax): Value {
    return evaluate(this.#expression(part), this.#scope);
  }

  #expression(part: ExpressionSyntax): Expression {
    return toExpression(part, this.#names);
  }
}

/** What conditions can see of a visit at its end. */
function scopeOfVisit(funnel: CompiledFunnel, { variants, query, steps }: ExampleVisit): EvaluationScope {
  const given = new Map(steps.map(({ step, answer }) => [step, answer]));
  const scope: EvaluationScope = {
    answer(name) {
      const [field, part] = name.split('.');
      const step = funnel.steps.find((each) => 'field' in each && each.field === field);
      const answer = step && given.get(step.id);
      return answer === undefined ? undefined : rulesOf(step!).question!.valueOf(answer, part);
    },
    variable(name) {
      const variable = funnel.variables.find((each) => each.name === name);
      if (variable?.kind === 'value') return evaluate(variable.value, scope);
      return sumOfVisit(funnel, given, variable?.dimension ?? name);
    },
    variant: (name) => variants?.[name] ?? funnel.experiments.find((each) => each.name === name)?.variants[0]?.name,
    query: (name) => query?.[name],
  };
  return scope;
}

function sumOfVisit(
  { steps }: CompiledFunnel,
  given: ReadonlyMap<string, ExampleVisit['steps'][number]['answer']>,
  dimension: string,
): number {
  return steps.reduce((sum, step) => addUp(pointsInOrder(step, given.get(step.id), dimension), sum), 0);
}
