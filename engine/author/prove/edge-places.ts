import type { Path } from '../../problem.ts';
import type { FlowStep } from '../flow.ts';

/** Where an edge of a compiled step is written. */
export interface EdgePlace {
  readonly kind: 'option' | 'when' | 'else' | 'next' | 'below';
  readonly path: Path;
  /** The key of the option. */
  readonly option?: string;
}

/** The places of a step's edges, in the order of the compiled step. The way to the step below need not be written. */
export function edgePlaces({ path, value, options }: FlowStep): readonly EdgePlace[] {
  const ofOptions = options
    .filter((option) => option.value.next !== undefined)
    .map((option): EdgePlace => ({ kind: 'option', path: [...option.path, 'next'], option: option.key }));
  const next: Path = [...path, 'next'];
  if (value.next === undefined) return [...ofOptions, { kind: 'below', path }];
  if (typeof value.next === 'string') return [...ofOptions, { kind: 'next', path: next }];
  const branches = value.next.map((branch, at): EdgePlace => {
    const kind = branch?.when === undefined ? 'else' : 'when';
    return { kind, path: [...next, at, kind] };
  });
  return [...ofOptions, ...branches];
}
