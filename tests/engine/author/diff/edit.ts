import { checkEdit } from '../../../../engine/author/diff/check-edit.ts';
import { compareFunnels, type FunnelDiff } from '../../../../engine/author/diff/compare-funnels.ts';
import type { Problem } from '../../../../engine/problem.ts';
import { expectValid, soundFiles } from '../harness.ts';
import type { BuiltFunnel } from '../../../../engine/model.ts';

/** Which texts of the sound funnel are replaced by which; a text that is in several of its files, in all of them. */
export type Replacements = readonly (readonly [old: string, replacement: string])[];

const [before] = expectValid(soundFiles) as [BuiltFunnel];

/** The sound funnel before and after an edit, both without problems of their own. */
export function edit(...replacements: Replacements) {
  const files = soundFiles.map(({ name, text }) => ({
    name,
    text: replacements.reduce((edited, [old, replacement]) => edited.replaceAll(old, () => replacement), text),
  }));
  for (const [old] of replacements) {
    if (!soundFiles.some(({ text }) => text.includes(old))) throw new Error(`There is no ${JSON.stringify(old)}.`);
  }
  const [after] = expectValid(files) as [BuiltFunnel];
  return { before, after, flowFile: files[0]! };
}

/** What an edit of the sound funnel changes. */
export function diffOf(...replacements: Replacements): FunnelDiff {
  const { before, after } = edit(...replacements);
  return compareFunnels(before, after);
}

/** What visitors in the middle lose by an edit of the sound funnel. */
export function lostBy(...replacements: Replacements): readonly Problem[] {
  const { before, after, flowFile } = edit(...replacements);
  return checkEdit({ before: before.funnel, after: after.funnel, flowFile });
}
