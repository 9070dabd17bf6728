import { palette } from '../../content/brand.ts';
import { accentsOf } from '../../engine/author/look/draw-look.ts';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { writeAnswerTypes } from '../../engine/author/editor/answer-types.ts';
import { readFunnelNames } from '../../engine/author/editor/funnel-names.ts';
import { funnelSchemaFor, wordsSchemaFor } from '../../engine/author/editor/schemas.ts';
import type { FileMemory } from '../../engine/author/files.ts';
import type { SourceFile } from '../../engine/author/source-file.ts';
import { parseTopics } from '../../engine/author/topics.ts';
import { readFunnelFiles, readTopics } from './load-site.ts';
import { generatedFolder, hashOfEditorHelp, siteFunnels, stampOfEditorHelp } from './sources.ts';
import { isStamped, writeStamp } from './stamp.ts';

/**
 * Writes what editors complete names with, and the types of all answers, from the funnels of a folder as they are. While
 * the flow of one can't be read, all stays as it was. Gives the files that have changed; nothing in that case.
 */
export function writeEditorHelp(
  funnelsDir = siteFunnels,
  folder = generatedFolder,
  memory?: FileMemory,
): readonly string[] | undefined {
  const funnels = readFunnelNames(readFunnelFiles(funnelsDir), memory);
  if (!funnels) return undefined;
  const topics = Object.entries(parseTopics(readTopics()).topics.topics).map(([text, words]) => ({
    text,
    about: Object.values(words)[0]?.title,
  }));
  const files = [
    { name: 'funnel.schema.json', text: toJson(funnelSchemaFor(funnels, topics, accentsOf(palette))) },
    { name: 'words.schema.json', text: toJson(wordsSchemaFor(funnels)) },
    { name: 'funnels.d.ts', text: writeAnswerTypes(funnels) },
  ].map(({ name, text }): SourceFile => ({ name: join(folder, name), text }));
  const changed = files.filter(({ name, text }) => !existsSync(name) || readFileSync(name, 'utf8') !== text);
  if (changed.length > 0) mkdirSync(folder, { recursive: true });
  for (const { name, text } of changed) writeFileSync(name, text);
  return changed.map(({ name }) => name);
}

/**
 * Keeps that up to date along the way of another command, which it costs a few milliseconds when nothing has changed.
 * Funnels of another folder than the site's have no part in it. Never throws: where nothing can be written, no one
 * edits funnels.
 */
export function refreshEditorHelp(funnelsDir: string, memory?: FileMemory): void {
  if (relative(siteFunnels, funnelsDir) !== '') return;
  try {
    if (existsSync(generatedFolder) && isStamped(stampOfEditorHelp, hashOfEditorHelp())) return;
    writeEditorHelp(siteFunnels, generatedFolder, memory);
    mkdirSync(dirname(stampOfEditorHelp), { recursive: true });
    writeStamp(stampOfEditorHelp, hashOfEditorHelp());
  } catch {
    // An editor goes on with the names of before.
  }
}

function toJson(schema: object): string {
  return `${JSON.stringify(schema, null, 1)}\n`;
}
