import type { CardInput } from '../actions.ts';
import { declines, type Decline } from './decline.ts';

/** The digits of a card that can be asked about, or what is wrong with it at first sight. */
export type CardReading =
  | { readonly isValid: true; readonly number: string; readonly brand: string; readonly last4: string }
  | { readonly isValid: false; readonly decline: Decline };

/** @param time seconds since 1970 */
export function readCard(card: CardInput, time: number): CardReading {
  const number = card.number.replaceAll(/[\s-]/g, '');
  const brand = brandOf(number);
  if (!/^\d{12,19}$/.test(number) || !hasLuhnDigit(number)) return invalid(declines.incorrectNumber);
  if (!Number.isInteger(card.expMonth) || card.expMonth < 1 || card.expMonth > 12)
    return invalid(declines.invalidMonth);
  if (!Number.isInteger(card.expYear) || isOver(card, time)) return invalid(declines.invalidExpiry);
  if (!/^\d+$/.test(card.cvc) || card.cvc.length !== (brand === 'amex' ? 4 : 3)) return invalid(declines.invalidCvc);
  return { isValid: true, number, brand, last4: number.slice(-4) };
}

function invalid(decline: Decline): CardReading {
  return { isValid: false, decline };
}

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (/^5[1-5]|^2[2-7]/.test(number)) return 'mastercard';
  return /^3[47]/.test(number) ? 'amex' : 'unknown';
}

/** It is good until the end of its month. */
function isOver({ expMonth, expYear }: CardInput, time: number): boolean {
  return Date.UTC(expYear, expMonth, 1) <= time * 1000;
}

function hasLuhnDigit(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
