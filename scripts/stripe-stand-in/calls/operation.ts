import type { Books } from '../state/books.ts';
import type { Params } from '../wire/params.ts';

/** A call of the API. Nothing is changed before everything that was asked is known to be possible. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Such as `/v1/customers/:id`. */
  readonly path: string;
  /** Parameters it takes; any other is refused, rather than ignored. */
  readonly takes: readonly string[];
  /** The object that is answered; throws a `StripeFault` to refuse. */
  readonly run: (call: Call) => object;
}

export interface Call {
  readonly books: Books;
  readonly params: Params;
  /** What the address names; empty if it names nothing. */
  readonly id: string;
}
