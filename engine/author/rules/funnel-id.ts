import type { FlowRule } from './rule.ts';

/** The name of the file is the funnel's id. */
export const funnelId: FlowRule = function* ({ flow }) {
  const { funnel } = flow.value;
  if (funnel === undefined || funnel === flow.id) return;
  yield {
    in: flow.document,
    path: ['funnel'],
    code: 'funnel_id',
    message: `The funnel is called "${funnel}", and its file "${flow.id}.yaml".`,
    hint: `Write funnel: ${flow.id}, or rename the file and its words.`,
  };
};
