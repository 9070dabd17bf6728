import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SourceFile } from '../../engine/author/source-file.ts';

/** The authors' guide, which writes a quiz. */
export const guide = 'docs/guide/authoring.md';

/** The id of the quiz that the authors' guide writes. */
export const exampleId = 'slow-mornings';

/** The files of that quiz, just as they stand at the end of the guide. */
export function exampleFiles(): readonly SourceFile[] {
  const text = readFileSync(guide, 'utf8');
  return [...text.matchAll(/^### `(funnels\/.+)`\n+```yaml\n([^]*?)```/gm)].map(([, name = '', file = '']) => ({
    name,
    text: file,
  }));
}

/** A change that the guide asks its reader to make to the example's flow, as words of the guide and of the file. */
interface ExampleEdit {
  readonly from: string;
  readonly to: string;
}

/** The edits of the chapter on `check`, which break the quiz. */
export const brokenEdits = {
  unknownStep: { from: 'rested: { next: minutes }', to: 'rested: { next: minuts }' },
  missingAnswer: { from: 'when: heaviness >= 3', to: 'when: heaviness >= 3 or weighs has "phone"' },
} as const satisfies Record<string, ExampleEdit>;

/** The example with an edit made to its flow. */
export function editedExample({ from, to }: ExampleEdit): readonly SourceFile[] {
  return exampleFiles().map(({ name, text }) => {
    if (name !== `funnels/${exampleId}.yaml`) return { name, text };
    if (!text.includes(from)) throw new Error(`${guide} has no ${JSON.stringify(from)} in its flow.`);
    return { name, text: text.replace(from, () => to) };
  });
}

/** Writes these files into a folder, over what was there. */
export function writeFunnel(folder: string, files: readonly SourceFile[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of files) writeFileSync(path.join(folder, path.basename(name)), text);
}

/** The line of a file of the example that begins so, with all that belongs to it, at the left edge. */
export function excerpt(file: string, beginning: string): SourceFile {
  const lines = exampleFiles()
    .find(({ name }) => name === `funnels/${file}`)!
    .text.split('\n');
  const first = lines.findIndex((line) => line.trimStart().startsWith(beginning));
  const indent = lines[first]!.search(/\S/);
  const after = lines.slice(first + 1).findIndex((line) => line.trim() !== '' && line.search(/\S/) <= indent);
  const last = after === -1 ? lines.length : first + 1 + after;
  const shown = lines.slice(first, last).map((line) => line.slice(indent));
  return { name: file, text: shown.join('\n') };
}
