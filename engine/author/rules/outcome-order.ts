import type { Finding } from '../finding.ts';
import type { Flow, OutcomeValue } from '../flow.ts';
import type { FlowRule } from './rule.ts';

/** Every outcome has a condition, but the last, which is for everyone else. */
export const outcomeOrder: FlowRule = function* ({ flow }) {
  if (!flow.value.outcomes || flow.broken.some(({ path }) => path.length < 2 || path[0] === 'outcomes')) return;
  const outcomes = Object.entries(flow.value.outcomes);
  const malformed = [...findMalformed(flow, outcomes)];
  yield* malformed;
  if (malformed.length === 0) yield* findMisplacedElse(flow, outcomes);
};

type Outcomes = readonly (readonly [string, OutcomeValue])[];

function* findMalformed({ document }: Flow, outcomes: Outcomes): Iterable<Finding> {
  for (const [id, outcome] of outcomes) {
    const place = { in: document, path: ['outcomes', id], target: 'key', code: 'either_or' } as const;
    if (outcome.when !== undefined && outcome.else !== undefined) {
      yield { ...place, message: `The outcome "${id}" has when and else; it must be one of them.` };
    } else if (outcome.when === undefined && outcome.else === undefined) {
      const hint = 'Write when: and a condition, or else: true on the last outcome.';
      yield { ...place, message: `The outcome "${id}" has neither when nor else.`, hint };
    }
  }
}

function* findMisplacedElse({ document }: Flow, outcomes: Outcomes): Iterable<Finding> {
  const at = outcomes.findIndex(([, outcome]) => outcome.else !== undefined);
  if (at === -1) {
    const message = 'No outcome has else: some visitors would get no result.';
    yield {
      in: document,
      path: ['outcomes'],
      target: 'key',
      code: 'else_missing',
      message,
      hint: 'Write else: true in the last outcome, in place of when.',
    };
  } else if (at < outcomes.length - 1) {
    const message = 'The outcomes after else are never reached.';
    yield {
      in: document,
      path: ['outcomes', outcomes[at]?.[0] ?? '', 'else'],
      target: 'key',
      code: 'else_not_last',
      message,
      hint: 'Move this outcome to the end.',
    };
  }
}
