import { type CardInput, type Decline, refuseCard } from '../billing/cards.ts';
import { type CardResult, saveCard } from '../billing/charge-card.ts';
import type { Books } from '../state/books.ts';

/** What came of something that somebody did on a page. */
export type PayResult =
  | { readonly kind: 'paid'; readonly returnUrl: string }
  | { readonly kind: 'declined'; readonly message: string; readonly field?: FormField }
  /** The bank asks: show confirm and refuse, then call `authenticate`. */
  | { readonly kind: 'authenticate' }
  /** Expired, or never there, or it can't be done (any more): nothing was changed. */
  | { readonly kind: 'gone' };

/** A field of a page, as a problem names it. */
export type FormField = NonNullable<Decline['field']> | 'promotion' | 'country' | 'taxId';

export type AuthenticationAnswer = 'confirm' | 'refuse';

type Refusal = Extract<PayResult, { readonly kind: 'declined' }>;

/** Uses a card that can be asked about: as a payment method that is nobody's yet. */
export function withCard(
  books: Books,
  card: CardInput,
  customer: string,
  act: (paymentMethod: string) => CardResult | null,
): CardResult | null {
  const decline = refuseCard(card, books.timeOf(customer));
  return decline ? { kind: 'declined', decline } : act(saveCard(books, card, customer).id);
}

/** Null: there was nothing to answer, the page has to ask again. */
export function toPayResult(result: CardResult | Refusal | null, returnUrl: string): PayResult {
  if (result === null) {
    return { kind: 'declined', message: 'There was nothing to confirm. Please enter your card again.' };
  }
  if (result.kind === 'asks') return { kind: 'authenticate' };
  if (result.kind !== 'declined') return { kind: 'paid', returnUrl };
  if (!('decline' in result)) return result;
  const { message, field } = result.decline;
  return { kind: 'declined', message, ...(field !== null && { field }) };
}
