import type { CompiledOption, CompiledStep } from '../../model.ts';
import { compareFacts } from './compare-texts.ts';
import { findMoved } from './order.ts';
import { factsOfOption } from './step-facts.ts';

/** The new key of each old option that stays. */
export function optionNames(before: CompiledStep, after: CompiledStep): ReadonlyMap<string, string> {
  if (!('options' in before && 'options' in after)) return new Map();
  return new Map(
    after.options.flatMap((option) => {
      const old = formerOption(before.options, option);
      return old ? [[old.key, option.key] as const] : [];
    }),
  );
}

/** What differs in the options of a choice: one line for each. */
export function compareOptions(before: CompiledStep, after: CompiledStep): readonly string[] {
  if (!('options' in before && 'options' in after)) return [];
  const olds = after.options.map((option) => formerOption(before.options, option));
  const stays = new Set(olds);
  const changes = after.options.flatMap((option, at) => {
    const old = olds[at];
    if (!old) return [`option "${option.key}": added`, ...compareFacts(new Map(), factsOfOption(option))];
    const renamed = old.key === option.key ? [] : [`option "${old.key}": renamed to "${option.key}"`];
    return [...renamed, ...compareFacts(factsOfOption({ ...old, key: option.key }), factsOfOption(option))];
  });
  const removed = before.options
    .filter((option) => !stays.has(option))
    .map(({ key }) => {
      const heir = after.options.find(({ renamedFrom }) => renamedFrom?.includes(key));
      return `option "${key}": ${heir ? `now part of "${heir.key}"` : 'removed'}`;
    });
  const places = olds.map((old) => (old ? before.options.indexOf(old) : undefined));
  const order = findMoved(places).size > 0 ? [`options in another order: ${keysOf(after.options)}`] : [];
  return [...changes, ...removed, ...order];
}

function formerOption(options: readonly CompiledOption[], { key, renamedFrom }: CompiledOption) {
  return options.find((old) => old.key === key) ?? options.find((old) => renamedFrom?.includes(old.key));
}

function keysOf(options: readonly CompiledOption[]): string {
  return options.map(({ key }) => key).join(', ');
}
