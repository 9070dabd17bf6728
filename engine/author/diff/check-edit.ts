import type { CompiledFunnel } from '../../model.ts';
import type { Problem } from '../../problem.ts';
import { locate, type FunnelDocument } from '../document.ts';
import { toProblems, type Finding } from '../finding.ts';
import { keysOf } from '../shape/validate.ts';
import { normalizeText, type SourceFile } from '../source-file.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { findLosses } from './find-losses.ts';
import type { Loss } from './losses.ts';
import { matchVersions } from './versions.ts';

/** A funnel as it is published, as it is now, and the flow file of the latter. */
export interface Edit {
  readonly before: CompiledFunnel;
  readonly after: CompiledFunnel;
  readonly flowFile: SourceFile;
}

/** What the edit takes from visitors who are in the middle, at its places in the flow file: problems `answers_lost`. */
export function checkEdit({ before, after, flowFile }: Edit): Problem[] {
  if (before.version === after.version || after.restart) return [];
  return lossesToProblems(findLosses(matchVersions(before, after)), flowFile);
}

/** The losses of an edit at their places in the new flow file. */
export function lossesToProblems(losses: readonly Loss[], flowFile: SourceFile): Problem[] {
  const { document } = readYaml(normalizeText(flowFile), { isText: false, keys: keysOf('funnel') });
  return toProblems(losses.map((loss) => toFinding(document, loss)));
}

function toFinding(document: FunnelDocument, { places, message, hint, example }: Loss): Finding {
  const path = places.find((place) => locate(document, place).found) ?? places.at(-1)!;
  // A list or a map is shown by its name; of a short value, the value itself.
  const target = path.length === 1 || path.includes('options') ? 'key' : 'value';
  return {
    in: document,
    code: 'answers_lost',
    message,
    path,
    target,
    hint,
    ...(example && { counterexample: example }),
  };
}
