import type { Path } from '../../problem.ts';
import { locate, locateWithin } from '../document.ts';
import { readExpressions } from '../expression-uses.ts';
import type { ExpressionSyntax, Span } from '../expression/syntax.ts';
import type { Flow, FlowStep } from '../flow.ts';
import type { Heirs } from './heirs.ts';
import type { TextEdit } from './text-edit.ts';

/** Writes the present names where a flow still leads to, compares with or reads what was renamed. */
export function renameInFlow(flow: Flow, heirs: Heirs): TextEdit[] {
  return [...flow.steps.flatMap((step) => renameTargets(flow, step, heirs)), ...renameInExpressions(flow, heirs)];
}

function renameTargets(flow: Flow, step: FlowStep, heirs: Heirs): TextEdit[] {
  return targetsOf(step).flatMap(({ target, path }) => {
    const id = heirs.steps.get(target)?.id;
    return id === undefined ? [] : [replaceWithin(flow, path, { start: 0, end: target.length }, id)];
  });
}

function targetsOf({ path, value, options }: FlowStep): { readonly target: string; readonly path: Path }[] {
  const { next } = value;
  const all = [
    ...options.map((option) => ({ target: option.value.next, path: [...option.path, 'next'] })),
    ...(typeof next === 'object'
      ? next.flatMap((branch, index) =>
          (['to', 'else'] as const).map((key) => ({ target: branch?.[key], path: [...path, 'next', index, key] })),
        )
      : [{ target: next, path: [...path, 'next'] }]),
  ];
  return all.flatMap(({ target, path: at }) => (typeof target === 'string' ? [{ target, path: at }] : []));
}

function renameInExpressions(flow: Flow, heirs: Heirs): TextEdit[] {
  return readExpressions(flow).flatMap(({ path, parsed }) =>
    [...(parsed.syntax ? renamesIn(parsed.syntax, heirs) : [])].map(({ span, name }) =>
      replaceWithin(flow, path, span, name),
    ),
  );
}

function replaceWithin({ document }: Flow, path: Path, { start, end }: Span, text: string): TextEdit {
  return { ...locateWithin(document, locate(document, path), start, end), text };
}

interface Rename {
  readonly span: Span;
  readonly name: string;
}

function* renamesIn(syntax: ExpressionSyntax, heirs: Heirs): Iterable<Rename> {
  switch (syntax.kind) {
    case 'name': {
      const field = heirs.fieldOf(syntax.name);
      if (field !== undefined) yield { span: syntax, name: field };
      break;
    }
    case 'unary':
      yield* renamesIn(syntax.operand, heirs);
      break;
    case 'binary':
      yield* renamesIn(syntax.left, heirs);
      yield* renamesIn(syntax.right, heirs);
      if (['==', '!=', 'in', 'has'].includes(syntax.operator)) {
        yield* optionsIn(syntax.left, syntax.right, heirs);
        yield* optionsIn(syntax.right, syntax.left, heirs);
      }
      break;
    case 'call':
      for (const argument of syntax.arguments) yield* renamesIn(argument, heirs);
      break;
    case 'list':
    case 'literal':
    case 'member':
      break;
  }
}

/** Old option keys that an answer is compared with. */
function* optionsIn(answer: ExpressionSyntax, keys: ExpressionSyntax, heirs: Heirs): Iterable<Rename> {
  if (answer.kind !== 'name') return;
  const field = heirs.fieldOf(answer.name) ?? answer.name;
  for (const key of keys.kind === 'list' ? keys.items : [keys]) {
    if (key.kind !== 'literal' || typeof key.value !== 'string') continue;
    const name = heirs.optionOf(field, key.value);
    // The quotes stay.
    if (name !== undefined) yield { span: { start: key.start + 1, end: key.end - 1 }, name };
  }
}
