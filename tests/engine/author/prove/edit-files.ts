import type { SourceFile } from '../../../../engine/author/build.ts';
import { soundText } from '../harness.ts';

/** One text of a file replaced by another. */
export type Edit = readonly [old: string, replacement: string];

/** A file of the sound funnel with some texts replaced. */
export function edited(name: string, ...edits: readonly Edit[]): SourceFile {
  let text = soundText(name);
  for (const [old, replacement] of edits) {
    if (text.split(old).length !== 2) throw new Error(`${name} does not have ${JSON.stringify(old)} once.`);
    text = text.replace(old, () => replacement);
  }
  return { name, text };
}

/** Words in both languages for a third outcome, `restless`. */
export const restlessWords: readonly SourceFile[] = [
  edited('sleep.en.yaml', [
    '  gentle:\n',
    '  restless: { title: Restless, summary: Hm., points: [Rest] }\n  gentle:\n',
  ]),
  edited('sleep.es.yaml', [
    '  gentle:\n',
    '  restless: { title: Inquieto, summary: Hm., points: [Calma] }\n  gentle:\n',
  ]),
];
