import { decimalsOf, inMainUnit } from '../engine/shop/money.ts';

/** Of these Stripe takes whole units; of all others that are sold in, hundredths. */
const withoutHundredths = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));

/**
 * A price in the currency's smallest unit, as Stripe counts: 14.99 USD is 1499, 1500 JPY is 1500. Throws where the price
 * has more decimals than the currency, and for a currency that Stripe counts otherwise than browsers write it.
 */
export function inSmallestUnit(price: number, currency: string): number {
  const decimals = withoutHundredths.has(currency) ? 0 : 2;
  if (decimals !== decimalsOf(currency)) throw new Error(`Plans can't be sold in ${currency}: use another currency.`);
  const amount = Math.round(price * 10 ** decimals);
  // 19.99 * 100 is 1998.9999999999998: what counts is whether the whole number stands for the same price.
  if (amount / 10 ** decimals !== price)
    throw new Error(`${price} ${currency} is no price: ${currency} has ${decimals} decimals.`);
  return amount;
}

/** An amount in a currency's main unit: `1499` of USD as `14.99`, of JPY as `1499`. */
export function writeMainUnit(amount: number, currency: string): string {
  return inMainUnit(amount, currency).toFixed(decimalsOf(currency));
}
