import type { Path } from '../../problem.ts';
import type { TextValue } from '../edit/entry.ts';
import type { TextChange } from '../edit/set-texts.ts';
import type { Words } from '../words/words.ts';
import type { Refusal, WantedText } from './plan-import.ts';
import { listKindOf } from './text-keys.ts';
import { textAt } from './text-slots.ts';

/** Puts together what one key of the file holds: the parts of an option, the texts of a list. */
export function changesOf(
  words: Words,
  texts: readonly WantedText[],
): { readonly changes: readonly TextChange[]; readonly refusals: readonly Refusal[] } {
  const units = new Map<string, { readonly path: Path; readonly texts: WantedText[] }>();
  for (const text of texts) {
    const path = unitOf(text.path);
    const unit = units.get(path.join('.')) ?? { path, texts: [] };
    units.set(path.join('.'), unit);
    unit.texts.push(text);
  }
  const changes: TextChange[] = [];
  const refusals: Refusal[] = [];
  for (const { path, texts: wanted } of units.values()) {
    const value = valueOf(words, path, wanted);
    if (value !== undefined) changes.push({ path, value });
    else for (const { row, locale } of wanted) refusals.push({ row, column: locale, message: gapMessage(path) });
  }
  return { changes, refusals };
}

/** The path of the key that holds a text. */
function unitOf(path: Path): Path {
  if (path[2] === 'options') return path.slice(0, 4);
  return listKindOf(path) === undefined ? path : path.slice(0, 3);
}

function gapMessage(path: Path): string {
  return path[2] === 'options'
    ? 'The option has no label yet: fill that in too.'
    : 'The texts above this one are empty: fill them in too.';
}

/** Nothing where a part is missing. */
function valueOf(words: Words, path: Path, wanted: readonly WantedText[]): TextValue | undefined {
  const textOf = (part: Path): string | undefined =>
    wanted.find((text) => text.path.join('.') === part.join('.'))?.text ?? textAt(words, part);
  if (path[2] === 'options') {
    const [label, note] = [textOf([...path, 'label']), textOf([...path, 'note'])];
    return label === undefined ? undefined : { kind: 'option', label, note };
  }
  const kind = listKindOf(path);
  if (kind === undefined) {
    const text = textOf(path);
    return text === undefined ? undefined : { kind: 'text', text };
  }
  const items: string[] = [];
  const count = Math.max(lengthOf(words, path), ...wanted.map((text) => Number(text.path.at(-1)) + 1));
  for (let index = 0; index < count; index += 1) {
    const text = textOf([...path, index]);
    if (text === undefined) return undefined;
    items.push(text);
  }
  return { kind, items };
}

function lengthOf(words: Words, [section, id, key]: Path): number {
  const owners = words.value[section as 'steps' | 'outcomes'];
  const value: unknown = (owners?.[String(id)] as Readonly<Record<string, unknown>> | undefined)?.[String(key)];
  return Array.isArray(value) ? value.length : typeof value === 'string' ? 1 : 0;
}
