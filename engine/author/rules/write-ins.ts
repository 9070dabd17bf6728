import type { Finding } from '../finding.ts';
import type { FlowOption, FlowStep } from '../flow.ts';
import { authoringOf } from '../steps/index.ts';
import type { OptionText } from '../words/words.ts';
import type { FlowRule, WordsRule } from './rule.ts';

/** One option of a question can be written in, where its type takes that; how long that can be is said only there. */
export const writeIns: FlowRule = function* ({ flow }) {
  for (const step of flow.steps) {
    if (!step.sound) continue;
    const [first, ...others] = step.options.filter(({ value }) => value.write_in === true);
    if (first && step.value.type !== undefined && !authoringOf(step.value.type).takesWriteIn) {
      yield { in: flow.document, ...misplaced(step, first) };
      continue;
    }
    for (const { path } of others) {
      yield {
        in: flow.document,
        path: [...path, 'write_in'],
        target: 'key',
        code: 'write_in_misfit',
        message: `Visitors write in "${first!.key}" already: a question has one option for that.`,
        hint: 'Remove write_in here, or there.',
        related: [{ in: flow.document, path: [...first!.path, 'write_in'], note: 'The first one.' }],
      };
    }
    for (const { path, value } of step.options) {
      if (value.max_length === undefined || value.write_in === true) continue;
      yield {
        in: flow.document,
        path: [...path, 'max_length'],
        target: 'key',
        code: 'write_in_misfit',
        message: 'Visitors write nothing in at this option, so nothing of it can be too long.',
        hint: 'Remove max_length, or add write_in: true.',
      };
    }
  }
};

function misplaced({ value }: FlowStep, { path }: FlowOption): Omit<Finding, 'in'> {
  return {
    path: [...path, 'write_in'],
    target: 'key',
    code: 'option_misfit',
    message: `Visitors can't write in an option of a ${value.type} themselves.`,
    hint: 'Make the step a single_choice or a multiple_choice, or ask for the words with a text step and a show_if.',
  };
}

const textsOfWriteIns = ['write_in', 'placeholder'] as const satisfies readonly OptionText[];

/** What stands at the field to write in is said only where there is one. */
export const writeInTexts: WordsRule = function* ({ flow, words }) {
  for (const { document, value } of words) {
    for (const { id, sound, options } of flow.steps) {
      if (!sound || id === undefined) continue;
      for (const { key, value: option } of options) {
        const texts = value.steps?.[id]?.options?.[key];
        if (typeof texts !== 'object' || option.write_in === true) continue;
        for (const name of textsOfWriteIns) {
          if (texts[name] === undefined) continue;
          yield {
            in: document,
            path: ['steps', id, 'options', key, name],
            target: 'key',
            code: 'text_misfit',
            message: `Visitors write nothing in at "${key}": its ${name} would never be seen.`,
            hint: 'Leave it out, or give the option write_in: true.',
          };
        }
      }
    }
  }
};
