import type { FlowStep } from '../flow.ts';
import type { StepWordsValue } from '../words/words.ts';
import type { OwnWord } from '../steps/authoring.ts';
import { questionOf, stepTypes, wordsOfType } from '../steps/index.ts';
import type { WordsRule } from './rule.ts';

/** Whether a step shows the words under a key; of those that not every type shows, its type says so. */
export function showsWords({ value, group }: FlowStep, key: keyof StepWordsValue): boolean {
  if (!isOwnWord(key) || value.type === undefined) return true;
  if (group && key === 'button') return false;
  const shows = wordsOfType(value.type)[key];
  return shows === true || (shows?.fits(value) ?? false);
}

/** Whether a step is broken without the words under a key. */
export function needsWords({ value }: FlowStep, key: keyof StepWordsValue): boolean {
  if (key === 'title') return true;
  const shows = isOwnWord(key) && value.type !== undefined ? wordsOfType(value.type)[key] : undefined;
  return typeof shows === 'object' && shows.isNeeded === true && shows.fits(value);
}

const ownWords = new Set<string>(stepTypes.flatMap((type) => Object.keys(wordsOfType(type))));

function isOwnWord(key: keyof StepWordsValue): key is OwnWord {
  return ownWords.has(key);
}

/** Which steps show the words under a key: "text and email steps, and number steps with input: field". */
function whereShown(key: OwnWord): string {
  const shows = stepTypes.map((type) => [type, wordsOfType(type)[key]] as const);
  if (key === 'button') {
    const without = shows.filter(([, each]) => each === undefined).map(([type]) => `a ${type}`);
    return `steps with a button: ${without.join(' or ')} goes on by itself`;
  }
  if (key === 'check') return 'questions that have a check';
  const isAlways = (each: (typeof shows)[number][1]) => each === true || each?.where === '';
  const always = shows.filter(([, each]) => isAlways(each)).map(([type]) => type);
  const sometimes = shows.flatMap(([type, each]) =>
    typeof each === 'object' && !isAlways(each) ? [`${type} steps with ${each.where}`] : [],
  );
  return [...(always.length > 0 ? [`${always.join(' and ')} steps`] : []), ...sometimes].join(', and ');
}

/** A step has only words that its type shows. */
export const wordsFit: WordsRule = function* ({ flow, words }) {
  for (const { document, value } of words) {
    for (const [id, texts] of Object.entries(value.steps ?? {})) {
      const step = flow.stepsById.get(id);
      if (!step?.sound || !flow.complete.steps) continue;
      for (const key of Object.keys(texts) as (keyof StepWordsValue)[]) {
        if (!isOwnWord(key) || showsWords(step, key)) continue;
        if (key === 'check' && questionOf(step.value.type)) {
          yield {
            in: document,
            path: ['steps', id, key],
            target: 'key',
            code: 'text_misfit',
            message: `"${id}" has no check: these words would never be seen.`,
            hint: 'Add check: { that: … } to the step, or remove them.',
            related: [{ in: flow.document, path: [...step.path, 'id'], note: `The step "${id}".` }],
          };
          continue;
        }
        if (step.group && key === 'button') {
          yield {
            in: document,
            path: ['steps', id, key],
            target: 'key',
            code: 'text_misfit',
            message: `"${id}" is a field of a group, which has one button: this one would never be seen.`,
            hint: `Write it at "${step.group.id}", or remove it.`,
            related: [{ in: flow.document, path: [...step.path, 'id'], note: `The field "${id}".` }],
          };
          continue;
        }
        yield {
          in: document,
          path: ['steps', id, key],
          target: 'key',
          code: 'text_misfit',
          message: `"${id}" is ${/^[aeiou]/.test(step.value.type ?? '') ? 'an' : 'a'} ${step.value.type} step: its ${key} would never be seen.`,
          hint: `${key} is for ${whereShown(key)}.`,
          related: [{ in: flow.document, path: [...step.path, 'type'], note: 'The type of the step.' }],
        };
      }
    }
  }
};

/** A step has the words that it needs besides its title. */
export const wordsNeeded: WordsRule = function* ({ flow, words }) {
  for (const step of flow.steps) {
    const { id, path, sound, value } = step;
    if (!sound || id === undefined || value.type === undefined) continue;
    const needed = (Object.keys(wordsOfType(value.type)) as OwnWord[]).filter((key) => needsWords(step, key));
    for (const locale of words) {
      const texts = locale.value.steps?.[id];
      if (!texts || !locale.isSound('steps', id)) continue;
      for (const key of needed) {
        if (texts[key] !== undefined) continue;
        yield {
          in: locale.document,
          path: ['steps', id],
          target: 'key',
          code: 'text_missing',
          message: `The step "${id}" has no ${key} in ${locale.locale}.`,
          hint: `Add ${key}: below.`,
          related: [{ in: flow.document, path: [...path, 'id'], note: `The step "${id}".` }],
        };
      }
    }
  }
};
