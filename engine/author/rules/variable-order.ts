import { namesIn } from '../expression-uses.ts';
import type { FlowRule } from './rule.ts';

/** A variable uses only variables above it. */
export const variableOrder: FlowRule = function* ({ writtenOut: flow, expressions }) {
  const order = new Map(Object.keys(flow.value.variables ?? {}).map((name, index) => [name, index]));
  for (const { path, parsed } of expressions) {
    const [section, variable] = path;
    if (section !== 'variables' || !parsed.syntax) continue;
    for (const { name, start, end } of namesIn(parsed.syntax)) {
      const index = flow.stepsByField.has(name) ? undefined : order.get(name);
      if (index === undefined || index < (order.get(String(variable)) ?? 0)) continue;
      const message = name === variable ? `"${name}" can't use itself.` : `"${name}" is defined further down.`;
      const hint = name === variable ? {} : { hint: `Move "${name}" above "${variable}".` };
      yield { in: flow.document, path, within: { start, end }, code: 'variable_order', message, ...hint };
    }
  }
};
