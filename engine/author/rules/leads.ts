import { didYouMean } from '../did-you-mean.ts';
import type { FlowRule } from './rule.ts';

/** What goes along with a lead was asked before it. */
export const leads: FlowRule = function* ({ writtenOut: flow, scope }) {
  for (const step of flow.steps) {
    const { lead } = step.value;
    if (typeof lead !== 'object') continue;
    for (const [index, field] of (lead.with ?? []).entries()) {
      if (field === undefined) continue;
      const place = { in: flow.document, path: [...step.path, 'lead', 'with', index] };
      const asking = flow.stepsByField.get(field);
      if (asking && asking.index < step.index) continue;
      if (asking) {
        yield {
          ...place,
          code: 'lead_too_early',
          message: asking === step ? `"${field}" is this very answer.` : `"${field}" is asked only later.`,
          hint: asking === step ? 'Leave it out: it is the lead.' : 'Leave it out, or ask it before the lead.',
          related: [{ in: flow.document, path: [...asking.path, 'id'], note: 'Asked here.' }],
        };
      } else if (scope.complete && !scope.answers.has(field)) {
        const meant = scope.fieldOfStep.get(field);
        const guess = didYouMean(field, scope.answers.keys());
        yield {
          ...place,
          code: 'unknown_name',
          message: `There is no answer called "${field}".`,
          ...(meant === undefined ? guess : { hint: `The answer of step "${field}" is called ${meant}.` }),
        };
      }
    }
  }
};
