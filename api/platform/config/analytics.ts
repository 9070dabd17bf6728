import { sourceOf } from '../../../engine/run/query.ts';
import type { Environment, Parser } from './parse.ts';
import { secret } from './parse.ts';

/** The services that goals and purchases are reported to; null: not in use. With a token the server reports too. */
export interface AnalyticsSettings {
  /** Whether visitors are asked first. */
  readonly consent: 'ask' | 'none';
  readonly yandexMetrica: { readonly id: number; readonly token: string | null } | null;
  readonly googleAnalytics: { readonly id: string; readonly secret: string | null } | null;
  /** `utmSource`: only for visitors who came with this `utm_source` (specification, section 7). */
  readonly metaPixel: { readonly id: string; readonly utmSource: string; readonly token: string | null } | null;
}

type Variable =
  | 'YANDEX_METRICA_ID'
  | 'YANDEX_METRICA_TOKEN'
  | 'GOOGLE_ANALYTICS_ID'
  | 'GOOGLE_ANALYTICS_SECRET'
  | 'META_PIXEL_ID'
  | 'META_PIXEL_TOKEN'
  | 'PIXEL_UTM_SOURCE'
  | 'CONSENT';

/** The settings, with a reader that notes what is wrong with a variable. What does not go together is reported elsewhere. */
export function readAnalyticsSettings(read: <T>(name: Variable, parser: Parser<T>) => T | null): AnalyticsSettings {
  const metrica = read('YANDEX_METRICA_ID', metricaId);
  const metricaToken = read('YANDEX_METRICA_TOKEN', secret(16));
  const google = read('GOOGLE_ANALYTICS_ID', googleId);
  const googleSecret = read('GOOGLE_ANALYTICS_SECRET', secret(16));
  const pixel = read('META_PIXEL_ID', pixelId);
  const pixelToken = read('META_PIXEL_TOKEN', secret(16));
  const utmSource = read('PIXEL_UTM_SOURCE', source);
  return {
    consent: read('CONSENT', consent) ?? 'ask',
    yandexMetrica: metrica === null ? null : { id: metrica, token: metricaToken },
    googleAnalytics: google === null ? null : { id: google, secret: googleSecret },
    metaPixel: pixel === null || utmSource === null ? null : { id: pixel, utmSource, token: pixelToken },
  };
}

/** What does not go together. */
export function findAnalyticsProblems(environment: Environment): string[] {
  const isSet = (name: Variable) => Boolean(environment[name]?.trim());
  const problems = needs
    .filter(([name, needed]) => isSet(name) && !isSet(needed))
    .map(([name, needed]) => `${needed} is not set, but ${name} is: set both, or neither.`);
  if (isSet('META_PIXEL_ID') && !isSet('PIXEL_UTM_SOURCE'))
    problems.push(
      'PIXEL_UTM_SOURCE is not set, but META_PIXEL_ID is: set it to the utm_source of the adverts that the pixel is for.',
    );
  return problems;
}

const needs = [
  ['YANDEX_METRICA_TOKEN', 'YANDEX_METRICA_ID'],
  ['GOOGLE_ANALYTICS_SECRET', 'GOOGLE_ANALYTICS_ID'],
  ['META_PIXEL_TOKEN', 'META_PIXEL_ID'],
  ['PIXEL_UTM_SOURCE', 'META_PIXEL_ID'],
] as const satisfies readonly (readonly [Variable, Variable])[];

const metricaId: Parser<number> = {
  expects: 'the number of the tag, as 12345678',
  read: (text) => (/^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined),
};

const googleId: Parser<string> = {
  expects: 'the measurement ID of the data stream, as G-AB12CD34EF',
  read: (text) => (/^G-[A-Z0-9]{4,20}$/.test(text) ? text : undefined),
};

const pixelId: Parser<string> = {
  expects: 'the number of the pixel, as 1234567890123456',
  read: (text) => (/^[1-9]\d{5,19}$/.test(text) ? text : undefined),
};

const source: Parser<string> = {
  expects: 'the utm_source of adverts, as meta: at most 64 letters, digits, spaces and signs of ._+/:|()-',
  read: (text) => (sourceOf(text) === text ? text : undefined),
};

const consent: Parser<AnalyticsSettings['consent']> = {
  expects: 'ask or none',
  read: (text) => (text === 'ask' || text === 'none' ? text : undefined),
};
