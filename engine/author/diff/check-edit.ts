import type { CompiledFunnel } from '../../model.ts';
import type { Problem } from '../../problem.ts';
import { locate } from '../document.ts';
import { toProblems, type Finding } from '../finding.ts';
import { readFiles } from '../files.ts';
import type { Flow } from '../flow.ts';
import { writeOutFlow } from '../for-each.ts';
import { normalizeText, type SourceFile } from '../source-file.ts';
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
  const [read] = readFiles([normalizeText(flowFile)]).funnels;
  const flow = read?.flow && writeOutFlow(read.flow);
  if (!flow) return [];
  const found = new Map<string, Finding>();
  for (const [nth, loss] of losses.entries()) {
    const finding = toFinding(flow, loss);
    const key = JSON.stringify(isOfEach(flow, loss) ? [finding.path, finding.hint] : nth);
    found.set(key, found.get(key) ?? finding);
  }
  return toProblems(found.values());
}

/** Whether it is of a step with `for_each`, which loses the same for all that it is written out to. */
function isOfEach({ steps }: Flow, { places }: Loss): boolean {
  return places.some(([section, at]) => section === 'steps' && steps[Number(at)]?.writtenOut !== undefined);
}

function toFinding({ document, steps }: Flow, { places: inFunnel, message, hint, example }: Loss): Finding {
  const places = inFunnel.map((path) => {
    const step = path[0] === 'steps' ? steps[Number(path[1])] : undefined;
    return step ? [...step.path, ...path.slice(2)] : path;
  });
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
