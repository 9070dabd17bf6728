/** Country codes whose numbers keep a 0 at their beginning: Italy and San Marino. */
const keepingZero: ReadonlySet<number | undefined> = new Set([39, 378]);

/**
 * A telephone number as E.164 writes it, of what people type: with spaces and signs between the digits, with `00` for
 * the `+`, or without a country code where there is one to put before it; then without the 0 that is only dialled
 * within the country. What is no number stays as it is.
 */
export function readPhone(written: string, countryCode?: number): string {
  const typed = written.normalize('NFKC').trim();
  if (!/^\+?[\d\s().\-‐-–/]*$/.test(typed)) return typed;
  const digits = typed.replaceAll(/\(0\)|\D/g, ''); // "+44 (0)20 …"
  if (!digits) return '';
  if (typed.startsWith('+')) return `+${digits}`;
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  if (countryCode === undefined) return digits;
  const within = countryCode === 1 ? /^1(?=\d{10}$)/ : keepingZero.has(countryCode) ? /^$/ : /^0/;
  return `+${countryCode}${digits.replace(within, '')}`;
}
