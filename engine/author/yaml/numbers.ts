/** Digits in groups of three, as in `1,000`, `1.000.000`, `1 000` and `1'000`, and decimals after the other sign. */
const grouped = /^(-?)(\d{1,3}(?:([,. '’_\u00a0\u202f])\d{3})(?:\3\d{3})*)(?:([.,])(\d+))?$/;

/** A number that was written with signs between its thousands, as it is written here. */
export function withoutGroups(text: string): string | undefined {
  const [, sign = '', whole = '', separator, point, decimals] = grouped.exec(text) ?? [];
  if (separator === undefined || separator === point || whole.startsWith('0')) return undefined;
  return `${sign}${whole.replaceAll(separator, '')}${decimals === undefined ? '' : `.${decimals}`}`;
}

/** What to write instead of a text, where a number is wanted. */
export function hintForNumber(text: string): string | undefined {
  const plain = withoutGroups(text);
  if (plain !== undefined) return `Write ${plain}: nothing stands between the thousands of a number.`;
  if (/^-?\d+,\d+$/.test(text)) return `Write ${text.replace(',', '.')}: a number has a decimal point.`;
  const [, upper, lower] = /^(\d+) ?\/ ?([1-9]\d*)$/.exec(text) ?? [];
  if (upper !== undefined) return `Write ${Number((Number(upper) / Number(lower)).toFixed(3))}.`;
  const [, counted, , comment] = /^(-?\d+(?:\.\d+)?)\s*(\/\/|--)\s*(.*)$/.exec(text) ?? [];
  if (counted !== undefined) return `Write ${counted} # ${comment}: a comment begins with #.`;
  const [, number] = /^[$€£]?\s*(-?\d+(?:\.\d+)?)\s*(?:[a-zA-Z]+|%|[$€£])?$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  return number === text ? 'Write it without quotes.' : `Write ${number}: only the number.`;
}
