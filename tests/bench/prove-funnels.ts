import type { CompiledFunnel, CompiledStep, Edge, Expression } from '../../engine/model.ts';

/** Funnels that are large in the ways that proofs find hard. */
export const funnelsToProve: Readonly<Record<string, () => CompiledFunnel>> = {
  '10,000 steps in a line': () =>
    funnelOf({ steps: Array.from({ length: 10_000 }, (_, at) => choice(`s${at}`, [{ to: nextOf(at, 10_000) }])) }),
  '12 three-way branches, each asked again': () =>
    branching(({ fields }) => ({ notes: fields.flatMap((field) => [is(field, 'a'), is(field, 'b')]) })),
  '12 three-way branches, all summed': () =>
    branching(() => ({
      outcomes: [compare(variable('score'), '>=', 30), compare(variable('score'), '>', variable('calm'))],
    })),
};

const branches = 12;

interface Asked {
  /** Conditions of steps after all branches. */
  readonly notes?: readonly Expression[];
  /** Conditions of outcomes. */
  readonly outcomes?: readonly Expression[];
}

function branching(ask: (funnel: { readonly fields: readonly string[] }) => Asked): CompiledFunnel {
  const fields = Array.from({ length: branches }, (_, at) => `q${at}`);
  const { notes = [], outcomes = [] } = ask({ fields });
  const conditions: Record<string, Expression> = {};
  const steps = fields.flatMap((field, at): CompiledStep[] => {
    conditions[`${field} a`] = is(field, 'a');
    conditions[`${field} b`] = is(field, 'b');
    const after = fields[at + 1] ?? (notes.length > 0 ? 'note0' : null);
    return [
      choice(field, [
        { when: `${field} a`, to: `${field}a` },
        { when: `${field} b`, to: `${field}b` },
        { to: `${field}c` },
      ]),
      ...['a', 'b', 'c'].map((branch) => info(`${field}${branch}`, after)),
    ];
  });
  notes.forEach((condition, at) => {
    conditions[`note${at}`] = condition;
    const to = at + 1 < notes.length ? `note${at + 1}` : null;
    steps.push({ ...info(`note${at}`, to), showIf: `note${at}` });
  });
  outcomes.forEach((condition, at) => (conditions[`outcome${at}`] = condition));
  return funnelOf({
    steps,
    conditions,
    outcomes: [
      ...outcomes.map((_, at) => ({ id: `o${at}`, when: `outcome${at}`, topics: [] })),
      { id: 'else', topics: [] },
    ],
  });
}

function funnelOf(parts: Partial<CompiledFunnel> & Pick<CompiledFunnel, 'steps'>): CompiledFunnel {
  return {
    id: 'large',
    path: '/large',
    storageKey: 'wizardLarge',
    version: '0123456789abcdef',
    locales: ['en'],
    goals: {},
    hiddenFields: [],
    experiments: [],
    dimensions: ['score', 'calm'].map((name) => ({ name, least: 0, most: 0 })),
    variables: ['score', 'calm'].map((name) => ({ name, kind: 'sum', dimension: name }) as const),
    conditions: {},
    outcomes: [{ id: 'else', topics: [] }],
    finish: 'results',
    ...parts,
  };
}

function choice(id: string, next: readonly Edge[]): CompiledStep {
  const options = ['a', 'b', 'c'].map((key, at) => ({ key, scores: { score: at + 1, calm: (at * 2) % 3 } }));
  return { id, type: 'single_choice', counts: true, field: id, options, next, fewest: 0, most: 0 };
}

function info(id: string, to: string | null): CompiledStep {
  return { id, type: 'info', counts: false, next: [{ to }], fewest: 0, most: 0 };
}

function nextOf(at: number, length: number): string | null {
  return at + 1 < length ? `s${at + 1}` : null;
}

function variable(name: string): Expression {
  return { kind: 'variable', name };
}

function is(field: string, key: string): Expression {
  return { kind: 'binary', operator: '==', left: { kind: 'answer', field }, right: { kind: 'literal', value: key } };
}

function compare(left: Expression, operator: '>=' | '>', right: Expression | number): Expression {
  return {
    kind: 'binary',
    operator,
    left,
    right: typeof right === 'number' ? { kind: 'literal', value: right } : right,
  };
}
