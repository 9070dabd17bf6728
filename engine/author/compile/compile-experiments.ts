import type { CompiledExperiment, CompiledFunnel, CompiledVariant } from '../../model.ts';
import { type ExpressionUse, partsIn } from '../expression-uses.ts';
import type { Flow, VariantValue } from '../flow.ts';
import { known } from '../steps/authoring.ts';
import type { Words } from '../words/words.ts';

/** Experiments with their variants, and where what visitors read depends on which they have. */
export function compileExperiments(
  flow: Flow,
  words: readonly Words[],
  uses: readonly ExpressionUse[],
): CompiledFunnel['experiments'] {
  return Object.entries(flow.value.experiments ?? {}).map(([name, { variants = {} }]) => ({
    name,
    variants: Object.entries(variants).map(([variant, value]) => compileVariant(variant, value)),
    ...textsOf(flow, words, { name, read: variablesReading(name, uses) }),
  }));
}

/** The variables that read the variant of an experiment, themselves or by variables above them. */
function variablesReading(experiment: string, uses: readonly ExpressionUse[]): ReadonlySet<string> {
  const reading = new Set<string>();
  for (const { path, parsed } of uses) {
    const [section, variable] = path;
    if (section !== 'variables' || !parsed.syntax) continue;
    const reads = [...partsIn(parsed.syntax)].some(
      (part) =>
        (part.kind === 'member' && part.object === 'variant' && part.property === experiment) ||
        (part.kind === 'name' && reading.has(part.name)),
    );
    if (reads) reading.add(String(variable));
  }
  return reading;
}

/** The steps and outcomes with texts by variant, or by a variable that reads it. Texts of the site are those of every outcome. */
function textsOf(
  { steps, value }: Flow,
  words: readonly Words[],
  { name, read }: { readonly name: string; readonly read: ReadonlySet<string> },
): Pick<CompiledExperiment, 'texts'> {
  const own = words.flatMap(({ variantTexts, texts }) => [
    ...variantTexts.filter(({ experiment }) => experiment === name),
    ...texts
      .filter(({ parsed }) => parsed.recalls.some(({ recall }) => read.has(recall)))
      .map(({ path, owner }) => ({ path: owner ? [owner.section, owner.id] : path })),
  ]);
  if (own.length === 0) return {};
  const has = (section: string, id: string) =>
    own.some(({ path }) => path[0] === section && (section === 'site' || path[1] === id));
  return {
    texts: {
      steps: steps.map(({ id }) => known(id)).filter((id) => has('steps', id)),
      outcomes: Object.keys(value.outcomes ?? {}).filter((id) => has('outcomes', id) || has('site', id)),
    },
  };
}

function compileVariant(name: string, value: VariantValue): CompiledVariant {
  if (typeof value === 'number') return { name, weight: value };
  const { weight, plans } = value;
  return { name, weight: known(weight), ...(plans && { plans: plans.map(known) }) };
}
