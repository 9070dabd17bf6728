import type { Locale } from '../../model.ts';
import { setTexts } from '../edit/set-texts.ts';
import { editFile, lineEndOf } from '../edit/text-edit.ts';
import { readFiles, type FunnelFiles } from '../files.ts';
import type { Flow } from '../flow.ts';
import { normalizeText, type SourceFile } from '../source-file.ts';
import type { Words } from '../words/words.ts';
import { changesOf } from './changes-of.ts';
import { referenceOf } from './coverage.ts';
import type { Refusal, WantedText } from './plan-import.ts';
import { refuseShared } from './shared-texts.ts';
import { orderOf } from './text-keys.ts';
import { textAt } from './text-slots.ts';

type ReadFunnel = FunnelFiles & { readonly flow: Flow };

export interface AppliedTable {
  /** The words files that are other than before, whole. */
  readonly files: readonly SourceFile[];
  readonly refusals: readonly Refusal[];
}

/** Writes texts into the words files of a funnel. Whatever isn't told to change keeps its bytes. */
export function applyTexts(
  funnel: ReadFunnel,
  sources: readonly SourceFile[],
  wanted: readonly WantedText[],
): AppliedTable {
  const files: SourceFile[] = [];
  const refusals: Refusal[] = [];
  for (const locale of new Set(wanted.map((text) => text.locale))) {
    const texts = wanted.filter((text) => text.locale === locale);
    const applied = applyToLocale(funnel, sources, locale, texts);
    refusals.push(...applied.refusals);
    if (applied.file) files.push(applied.file);
  }
  return { files, refusals };
}

function applyToLocale(
  { flow, words, wordsDocuments }: ReadFunnel,
  sources: readonly SourceFile[],
  locale: Locale,
  wanted: readonly WantedText[],
): { readonly file?: SourceFile; readonly refusals: readonly Refusal[] } {
  const flowSource = sourceOf(sources, flow.document.file);
  const model = referenceOf(flow, words);
  const present = wordsDocuments.get(locale);
  const source = present ? sourceOf(sources, present.file) : newFile(flowSource, locale, model);
  const given = readLocale(flowSource, source, locale);
  if (!given) {
    const message = `${source.name} can't be read. Correct it first.`;
    return { refusals: wanted.slice(0, 1).map(({ row }) => ({ row, column: locale, message })) };
  }
  const { changes, refusals } = changesOf(given, wanted);
  const refused = [...refusals, ...refuseShared(given, wanted)];
  if (refused.length > 0) return { refusals: refused };
  const file = editFile(source, setTexts(given.document, changes, orderOf(flow, model)));
  const after = readLocale(flowSource, file, locale);
  const wrong = wanted.find(({ path, text }) => !after || textAt(after, path)?.replaceAll(/\r\n?/g, '\n') !== text);
  if (wrong) throw new Error(`${file.name} would not say ${JSON.stringify(wrong.text)} at ${wrong.key}.`);
  return { file, refusals: [] };
}

function sourceOf(sources: readonly SourceFile[], name: string): SourceFile {
  const source = sources.find((candidate) => candidate.name === name);
  if (!source) throw new Error(`There is no ${name}.`);
  return source;
}

function readLocale(flow: SourceFile, source: SourceFile, locale: Locale): Words | undefined {
  const [funnel] = readFiles([flow, source].map(normalizeText)).funnels;
  return funnel?.words.find((words) => words.locale === locale);
}

/** A words file without texts, with the first line of another one if that tells editors the schema. */
function newFile(flow: SourceFile, locale: Locale, model: Words | undefined): SourceFile {
  const lineEnd = lineEndOf(flow.text);
  const [modeline = ''] = /^# yaml-language-server:.*/.exec(model?.document.text ?? '') ?? [];
  const text = modeline === '' ? '' : `${modeline.trimEnd()}${lineEnd}`;
  return { name: flow.name.replace(/\.yaml$/, `.${locale}.yaml`), text };
}
