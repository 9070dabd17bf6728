import type { BranchValue, Flow } from './flow.ts';

/** A variable that is one of several texts: `advice: { text: [{ when: hours < 6, to: short }, { else: long }] }`. */
export interface TextVariable {
  readonly name: string;
  /** Its texts, in the order of the file. */
  readonly names: readonly string[];
}

/** The text variables of a flow whose texts are known for certain: each branch has one, and the last is for all others. */
export function textVariablesOf(flow: Flow): readonly TextVariable[] {
  return Object.entries(flow.value.variables ?? {}).flatMap(([name, { text }]) =>
    text?.every(isWhole) && !isBroken(flow, name) ? [{ name, names: textNames(text) }] : [],
  );
}

/** Whether a part of a variable is missing because of a mistake in it. */
export function isBroken({ broken }: Flow, variable: string): boolean {
  return broken.some(({ path }) => path[0] === 'variables' && path[1] === variable);
}

function isWhole(
  branch: BranchValue | undefined,
  at: number,
  { length }: readonly (BranchValue | undefined)[],
): boolean {
  const { when, to, else: last } = branch ?? {};
  const isConditional = when !== undefined && to !== undefined;
  return at < length - 1
    ? isConditional && last === undefined
    : last !== undefined && when === undefined && to === undefined;
}

function textNames(branches: readonly (BranchValue | undefined)[]): readonly string[] {
  const names = branches.flatMap((branch) => branch?.to ?? branch?.else ?? []);
  return [...new Set(names)];
}
