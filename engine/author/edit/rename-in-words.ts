import type { Path } from '../../problem.ts';
import { locate, locateWithin } from '../document.ts';
import type { Flow, FlowStep } from '../flow.ts';
import type { TextUse, Words } from '../words/words.ts';
import { optionHeirs, type Heirs } from './heirs.ts';
import { renameKey } from './rename-key.ts';
import type { TextEdit } from './text-edit.ts';

/** Writes the present names of steps and options over their words, and into the recalls of all texts. */
export function renameInWords(flow: Flow, words: Words, heirs: Heirs): TextEdit[] {
  return [
    ...flow.steps.flatMap((step) => renameStep(flow, step, words, heirs)),
    ...words.texts.flatMap((use) => renameRecalls(words, use, heirs)),
  ];
}

function renameStep(flow: Flow, step: FlowStep, words: Words, heirs: Heirs): TextEdit[] {
  const { id } = step;
  const key = wordsKeyOf(step, words, heirs);
  if (id === undefined || key === undefined) return [];
  return [
    ...(key === id ? [] : [renameKey(words.document, ['steps', key], id)]),
    ...renameOptions(flow, step, words, heirs),
  ];
}

/** The key under which a step has its words: its id, or the only old one that is there. */
function wordsKeyOf(step: FlowStep, { value }: Words, heirs: Heirs): string | undefined {
  const given = value.steps ?? {};
  if (step.id !== undefined && Object.hasOwn(given, step.id)) return step.id;
  const former = Object.keys(given).filter((key) => heirs.steps.get(key) === step);
  return former.length === 1 ? former[0] : undefined;
}

function renameOptions(flow: Flow, step: FlowStep, words: Words, heirs: Heirs): TextEdit[] {
  const path = optionsPath(step, words, heirs);
  const given = words.value.steps?.[String(path[1])]?.options ?? {};
  const renames = [...optionHeirs(step)].filter(
    ([old, heir]) => Object.hasOwn(given, old) && !Object.hasOwn(given, heir),
  );
  return renames
    .filter(([old, heir]) => renames.every(([other, name]) => name !== heir || other === old))
    .filter(([old, heir]) => isAgreed(flow, words, heirs, [...path, old], heir))
    .map(([old, heir]) => renameKey(words.document, [...path, old], heir));
}

function optionsPath(step: FlowStep, words: Words, heirs: Heirs): Path {
  return ['steps', wordsKeyOf(step, words, heirs) ?? '', 'options'];
}

/** Whether every step that an anchor gives this key to calls it by the new name. */
function isAgreed(flow: Flow, words: Words, heirs: Heirs, path: Path, heir: string): boolean {
  const old = String(path.at(-1));
  const { range } = locate(words.document, path, 'key');
  return flow.steps.every((step) => {
    const place = locate(words.document, [...optionsPath(step, words, heirs), old], 'key');
    const isHere = place.found && place.range.start === range.start;
    return !isHere || optionHeirs(step).get(old) === heir;
  });
}

function renameRecalls({ document }: Words, { path, parsed, allowsRecalls }: TextUse, heirs: Heirs): TextEdit[] {
  if (!allowsRecalls || parsed.problem) return [];
  return parsed.recalls.flatMap(({ recall, start }) => {
    const field = heirs.fieldOf(recall);
    if (field === undefined) return [];
    const at = parsed.source.indexOf(recall, start);
    return [{ ...locateWithin(document, locate(document, path), at, at + recall.length), text: field }];
  });
}
