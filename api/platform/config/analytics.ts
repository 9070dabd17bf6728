import { sourceOf } from '../../../engine/run/query.ts';
import { matching, choice, type Parser, secret } from './parse.ts';

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

/** The settings, with a reader that notes what is wrong with a variable. */
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

const metricaId: Parser<number> = {
  expects: 'the number of the tag, as 12345678',
  read: (text) => (/^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined),
};

const googleId = matching(/^G-[A-Z0-9]{4,20}$/, 'the measurement ID of the data stream, as G-AB12CD34EF');

const pixelId = matching(/^[1-9]\d{5,19}$/, 'the number of the pixel, as 1234567890123456');

const source: Parser<string> = {
  expects: 'the utm_source of adverts, as meta: at most 64 letters, digits, spaces and signs of ._+/:|()-',
  read: (text) => (sourceOf(text) === text ? text : undefined),
};

const consent = choice(['ask', 'none'], 'ask or none');
