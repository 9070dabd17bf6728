import { referenceOf } from './coverage.ts';
import { pathOfText } from './text-keys.ts';
import { textAt } from './text-slots.ts';
import type { FunnelFiles } from '../files.ts';
import type { Flow } from '../flow.ts';
import { parseText } from '../words/words.ts';
import type { Words } from '../words/words.ts';
import { hasControlCharacter } from '../yaml/odd-characters.ts';
import type { Locale } from '../../model.ts';
import type { Path } from '../../problem.ts';

/** A table that came back from a translator. Rows count from 1, as a spreadsheet counts them. */
interface ImportedTable {
  readonly rows: readonly ImportedRow[];
}

export interface ImportedRow {
  readonly row: number;
  readonly key: string;
  readonly texts: ReadonlyMap<Locale, string>;
}

/** A cell that can't be taken over. `column` is the title of its column. */
export interface Refusal {
  readonly row: number;
  readonly column: string;
  readonly message: string;
}

/** One text that differs from that of the file. */
export interface WantedText {
  readonly row: number;
  readonly locale: Locale;
  readonly key: string;
  readonly path: Path;
  readonly text: string;
  readonly isNew: boolean;
}

/** Finds the texts of a table that are other than those of the files, and those that can't be taken over. */
export function compareTable(
  { flow, words }: FunnelFiles & { readonly flow: Flow },
  table: ImportedTable,
): { readonly wanted: readonly WantedText[]; readonly refusals: readonly Refusal[] } {
  const wanted: WantedText[] = [];
  const refusals: Refusal[] = [];
  const rowOf = new Map<string, number>();
  for (const { row, key, texts } of table.rows) {
    const path = pathOfText(flow, key);
    const earlier = rowOf.get(key);
    if (path === undefined) refusals.push({ row, column: 'key', message: `This funnel has no text "${key}".` });
    else if (earlier !== undefined)
      refusals.push({ row, column: 'key', message: `Row ${earlier} has this key already.` });
    rowOf.set(key, row);
    if (path === undefined || earlier !== undefined) continue;
    for (const [locale, cell] of texts) {
      const present = presentText(words, locale, path);
      const text = cell.replaceAll(/\r\n?/g, '\n');
      if (text === (present ?? '')) continue;
      const message = refuseText(text, present, present ?? referenceText(flow, words, texts, path));
      if (message !== undefined) refusals.push({ row, column: locale, message });
      else if (text.trim() !== '') wanted.push({ row, locale, key, path, text, isNew: present === undefined });
    }
  }
  return { wanted, refusals };
}

function presentText(words: readonly Words[], locale: Locale, path: Path): string | undefined {
  const texts = words.find((candidate) => candidate.locale === locale);
  return texts && textAt(texts, path)?.replaceAll(/\r\n?/g, '\n');
}

/** What a text is a translation of: as the table has it, else as the file. */
function referenceText(
  flow: Flow,
  words: readonly Words[],
  texts: ReadonlyMap<Locale, string>,
  path: Path,
): string | undefined {
  const reference = referenceOf(flow, words);
  if (!reference) return undefined;
  const cell = texts.get(reference.locale);
  return cell !== undefined && cell.trim() !== '' ? cell : textAt(reference, path);
}

/**
 * Why a text can't stand where another does; nothing if it can. `model` is what it must recall the same answers as:
 * the present text, or the one that it translates.
 */
export function refuseText(text: string, present: string | undefined, model: string | undefined): string | undefined {
  if (text.trim() === '') {
    return present === undefined
      ? undefined
      : 'The text is gone. To take it out for good, remove it from the YAML file.';
  }
  if (hasControlCharacter(text)) return "The text has a character that can't be seen. Type it anew.";
  if (text.includes('\ufffd')) return 'The text has a � for a character that a program could not read. Type it again.';
  const parsed = parseText(text);
  if (parsed.problem) return parsed.problem.message;
  if (model === undefined) return undefined;
  const recalls = parsed.recalls.map(({ recall }) => recall);
  const wanted = parseText(model).recalls.map(({ recall }) => recall);
  const lost = wanted.find((name) => !recalls.includes(name));
  if (lost !== undefined) return `{{${lost}}} is lost: the visitor's answer must stand in this text.`;
  const invented = recalls.find((name) => !wanted.includes(name));
  return invented === undefined ? undefined : `{{${invented}}} is new: this text recalls no such answer.`;
}
