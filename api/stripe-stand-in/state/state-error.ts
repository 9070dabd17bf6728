/** What an earlier run kept cannot be read; the message says what to do. */
export class StandInStateError extends Error {
  override readonly name = 'StandInStateError';

  constructor(file: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The state of the Stripe stand-in in ${file} cannot be read (${reason}). ` +
        'Move that file away to begin with an empty one; purchases made with it are then unknown here.',
      { cause },
    );
  }
}
