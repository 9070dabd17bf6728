/** What a command says things with; the tests pass their own. */
export interface Io {
  /** Writes to standard output, as it is. */
  readonly out: (text: string) => void;
  /** Writes to standard error, as it is. */
  readonly err: (text: string) => void;
  /** Whether standard output is a terminal that shows colours. */
  readonly colour: boolean;
  /** Asks for yes or no; `null` where nobody can be asked. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
}

/** 0: done and all well. 1: problems, or something can't be read or written. 2: not a command. */
export type ExitCode = 0 | 1 | 2;

/** What can't be done, in one or a few lines for whoever called the command; ends it with exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
