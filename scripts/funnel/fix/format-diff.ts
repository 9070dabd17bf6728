import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { SourceFile } from '../../../engine/author/source-file.ts';

const colours: readonly (readonly [RegExp, string])[] = [
  [/^(?:---|\+\+\+)/, '1'],
  [/^@@/, '36'],
  [/^-/, '31'],
  [/^\+/, '32'],
];

/** What is different in a file, as a unified diff; in colour for a terminal. */
export function formatDiff(before: SourceFile, after: SourceFile, colour: boolean): string {
  const options = { context: 2, headerOptions: FILE_HEADERS_ONLY };
  const patch = createTwoFilesPatch(before.name, after.name, before.text, after.text, undefined, undefined, options);
  return colour ? patch.split('\n').map(paint).join('\n') : patch;
}

function paint(line: string): string {
  const [, code] = colours.find(([pattern]) => pattern.test(line)) ?? [];
  return code === undefined ? line : `\u001B[${code}m${line}\u001B[0m`;
}
