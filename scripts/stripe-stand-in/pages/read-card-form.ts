import type { CardField, CardInput } from '../actions.ts';
import { testCardNames, testCards } from './test-cards.ts';

/** The card form as it was filled in. */
export interface CardFormValues {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly name: string;
}

export const emptyCardForm: CardFormValues = { number: '', expiry: '', cvc: '', name: '' };

/** What was posted; all that isn't text is taken as empty. */
export function readCardForm(body: unknown): CardFormValues {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  const read = (name: keyof CardFormValues) => {
    const value = fields[name];
    return typeof value === 'string' ? value.trim().slice(0, 100) : '';
  };
  return { number: read('number'), expiry: read('expiry'), cvc: read('cvc'), name: read('name') };
}

/** The form filled in for a test card (`?card=declined`); empty for none of them. */
export function fillCardForm(card: unknown): CardFormValues {
  const name = testCardNames.find((each) => each === card);
  if (name === undefined) return emptyCardForm;
  return { number: testCards[name], expiry: '12 / 50', cvc: '123', name: 'Test' };
}

/** The card, or the first field that is not filled in to its end. */
export function toCard({ number, expiry, cvc, name }: CardFormValues): CardInput | { readonly incomplete: CardField } {
  if (number.replaceAll(/\D/g, '').length < 12) return { incomplete: 'number' };
  const [, month, year] = /^(\d{1,2})\s*[/ -]?\s*(\d{4}|\d{2})$/.exec(expiry) ?? [];
  if (month === undefined || year === undefined) return { incomplete: 'expiry' };
  if (cvc.length < 3) return { incomplete: 'cvc' };
  const expYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  return { number, expMonth: Number(month), expYear, cvc, ...(name !== '' && { name }) };
}
