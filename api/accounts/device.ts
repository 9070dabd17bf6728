/**
 * What a browser says of itself, as its owner would: `Firefox, Windows`. Null where it says neither. Only what is on
 * these lists is stored: nothing that distinguishes one device from others of its kind.
 */
export function describeDevice(userAgent: string): string | null {
  const known = [browsers, systems].map((list) => list.find(([, pattern]) => pattern.test(userAgent))?.[0]);
  return known.filter((name) => name !== undefined).join(', ') || null;
}

type Names = readonly (readonly [name: string, pattern: RegExp])[];

/** The first that fits: most of them also call themselves Chrome and Safari. */
const browsers: Names = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex', /\bYaBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: Names = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];
