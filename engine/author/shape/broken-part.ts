import type { Path } from '../../problem.ts';

/** A part of a file that isn't as its schema says. */
export interface BrokenPart {
  readonly path: Path;
  /** For a key that isn't known: the one that may have been meant. */
  readonly meant?: string;
  /** Whether the key is there twice. */
  readonly repeats?: boolean;
}
