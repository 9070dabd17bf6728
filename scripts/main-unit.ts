/** An amount in a currency's main unit: `1499` of USD as `14.99`, of JPY as `1499`. */
export function inMainUnit(amount: number, currency: string): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return (amount / 10 ** digits).toFixed(digits);
}
