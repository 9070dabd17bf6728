import type { StepNames } from '../steps/authoring.ts';
import { stepTypes } from '../steps/index.ts';
import { type FileMemory, readFiles, type FunnelFiles } from '../files.ts';
import type { FlowStep } from '../flow.ts';
import { writeOutFlow, writeOutWords } from '../for-each.ts';
import { hiddenFieldsOf, readableFields } from '../hidden-fields.ts';
import { dimensionsOf, rankingsOf } from '../scope.ts';
import { type TextVariable, textVariablesOf } from '../text-variables.ts';
import { normalizeText, type SourceFile } from '../source-file.ts';
import type { WordsValue } from '../words/words.ts';

/** All that has a name in a funnel, as its files say it right now, be they right or in the middle of a change. */
export interface FunnelNames {
  readonly id: string;
  readonly locales: readonly string[];
  /** What the funnel is called, in each of its languages. */
  readonly titles: readonly string[];
  readonly goals: readonly string[];
  readonly steps: readonly StepNames[];
  /** The same, with what a step with `for_each` is written out to in its place. */
  readonly shown: readonly StepNames[];
  /** Dimensions and the author's own. */
  readonly variables: readonly string[];
  readonly dimensions: readonly string[];
  /** Variables that are the name of a dimension, with those that they can be. */
  readonly rankings: readonly { readonly name: string; readonly names: readonly string[] }[];
  /** Variables that are one of several texts. */
  readonly texts: readonly TextVariable[];
  readonly experiments: readonly { readonly name: string; readonly variants: readonly string[] }[];
  readonly hiddenFields: readonly string[];
  /** Those of them that conditions can read. */
  readonly readableFields: readonly string[];
  readonly outcomes: readonly { readonly id: string; readonly title: string | undefined }[];
}

/**
 * Reads the names of every funnel; titles and labels are those of its first language. Nothing if the flow of one is not
 * YAML right now, as its names are unknown then.
 */
export function readFunnelNames(files: readonly SourceFile[], memory?: FileMemory): readonly FunnelNames[] | undefined {
  const { funnels } = readFiles(files.map(normalizeText), memory);
  return funnels.every(({ flow }) => flow) ? funnels.flatMap(namesOf) : undefined;
}

function namesOf({ id, flow, words }: FunnelFiles): readonly FunnelNames[] {
  if (!flow) return [];
  const { value, steps } = flow;
  const locales = (value.locales ?? []).filter(isThere);
  const firstWords = words.find(({ locale }) => locale === locales[0]) ?? words[0];
  const first = firstWords?.value;
  const written = writeOutFlow(flow);
  const said = firstWords && writeOutWords(written, firstWords).value;
  const dimensions = [...dimensionsOf(flow)];
  const goals = [value.goals?.start, ...steps.map((step) => step.value.goal), value.goals?.finish];
  return [
    {
      id,
      locales,
      titles: words.map((each) => each.value.funnel?.name).filter(isThere),
      goals: goals.filter(isThere),
      steps: steps.flatMap((step) => namesOfStep(step, first?.steps)),
      shown: written.steps.flatMap((step) => namesOfStep(step, said?.steps)),
      variables: [...new Set([...dimensions, ...Object.keys(value.variables ?? {})])],
      dimensions,
      rankings: rankingsOf(flow),
      texts: textVariablesOf(flow),
      experiments: Object.entries(value.experiments ?? {}).map(([name, { variants = {} }]) => ({
        name,
        variants: Object.keys(variants),
      })),
      hiddenFields: hiddenFieldsOf(flow).map(({ name }) => name),
      readableFields: readableFields(flow),
      outcomes: Object.keys(value.outcomes ?? {}).map((outcome) => ({
        id: outcome,
        title: first?.outcomes?.[outcome]?.title,
      })),
    },
  ];
}

function namesOfStep({ id, field, options, value }: FlowStep, words: WordsValue['steps']): readonly StepNames[] {
  if (id === undefined) return [];
  const { type, min, max } = value;
  const said = words?.[id];
  return [
    {
      id,
      type: stepTypes.find((each) => each === type),
      title: said?.title,
      field,
      options: options.map(({ key, value: { write_in: isWrittenIn = false } }) => ({
        key,
        label: labelOf(said?.options?.[key]),
        isWrittenIn,
      })),
      range: min === undefined || max === undefined ? undefined : { min, max },
    },
  ];
}

function labelOf(words: string | { readonly label?: string } | undefined): string | undefined {
  return typeof words === 'object' ? words.label : words;
}

function isThere<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}
