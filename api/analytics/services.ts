import type { AnalyticsSettings } from '../platform/config/analytics.ts';
import { postJson } from '../platform/jobs/post-json.ts';
import type { Tracking } from '../../schemas/api/payments.ts';

interface ConversionInput {
  readonly settings: AnalyticsSettings;
  readonly addresses: ServiceAddresses;
  readonly purchase: ReportedPurchase;
}

/** How a purchase is reported to each service in use, by the names it knows the buyer's browser by; those without a token aren't. */
export function describePurchase(
  name: TrackedService,
  tracking: Tracking,
  parts: ConversionInput,
): ServiceRequest | null {
  switch (name) {
    case 'yandexMetrica':
      return toMetrica(tracking.yandexMetrica, parts);
    case 'googleAnalytics':
      return toGoogle(tracking.googleAnalytics, parts);
    case 'meta':
      return toMeta(tracking.meta, parts);
  }
}

/**
 * The Measurement Protocol of Metrica: the goal `purchase`, and the purchase of e-commerce, which `ti` identifies.
 * It goes into the visit that the browser's name (ClientID) is in, up to 12 hours after it.
 */
function toMetrica(clientId: Tracking['yandexMetrica'], { settings, addresses, purchase }: ConversionInput) {
  const service = settings.yandexMetrica;
  if (clientId === undefined || !service?.token) return null;
  const query = new URLSearchParams({
    tid: String(service.id),
    cid: clientId,
    ms: service.token,
    t: 'event',
    ea: 'purchase',
    pa: 'purchase',
    ti: purchase.id,
    tr: String(purchase.value),
    cu: purchase.currency,
    pr1id: purchase.plan,
    pr1nm: purchase.plan,
    pr1pr: String(purchase.value),
    pr1qt: '1',
    dl: purchase.page,
    et: String(secondsOf(purchase)),
  });
  return { url: `${addresses.yandexMetrica}/collect/?${query.toString()}` };
}

/** The Measurement Protocol of Google Analytics 4, which counts a `transaction_id` once. */
function toGoogle(clientId: Tracking['googleAnalytics'], { settings, addresses, purchase }: ConversionInput) {
  const service = settings.googleAnalytics;
  if (clientId === undefined || !service?.secret) return null;
  const { id, plan, value, currency, paidAt } = purchase;
  const query = new URLSearchParams({ measurement_id: service.id, api_secret: service.secret });
  const items = [{ item_id: plan, item_name: plan, price: value, quantity: 1 }];
  return {
    url: `${addresses.googleAnalytics}/mp/collect?${query.toString()}`,
    json: {
      client_id: clientId,
      timestamp_micros: paidAt.getTime() * 1_000,
      events: [{ name: 'purchase', params: { transaction_id: id, value, currency, items, engagement_time_msec: 1 } }],
    },
  };
}

const metaVersion = 'v25.0';

/** Meta's Conversions API, which counts an event once that has the name and id of one that the pixel has reported. */
function toMeta(names: Tracking['meta'], { settings, addresses, purchase }: ConversionInput) {
  const service = settings.metaPixel;
  if (names === undefined || !service?.token) return null;
  const { id, plan, value, currency, page } = purchase;
  const { fbp, fbc, userAgent } = names;
  const event = {
    event_name: 'Purchase',
    event_id: id,
    event_time: secondsOf(purchase),
    action_source: 'website',
    event_source_url: page,
    user_data: { client_user_agent: userAgent, ...(fbp && { fbp }), ...(fbc && { fbc }) },
    custom_data: { value, currency, content_type: 'product', content_ids: [plan] },
  };
  return {
    url: `${addresses.meta}/${metaVersion}/${service.id}/events`,
    json: { data: [event], access_token: service.token },
  };
}

function secondsOf({ paidAt }: ReportedPurchase): number {
  return Math.floor(paidAt.getTime() / 1_000);
}

/** A purchase as it is reported to services. */
export interface ReportedPurchase {
  /** The payment's id: the browser reports the same, so that services count it once. */
  readonly id: string;
  readonly plan: string;
  /** In the currency's main unit: 14.99. */
  readonly value: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly paidAt: Date;
  /** The page where the buyer learns of it. */
  readonly page: string;
}

/** A service by the name that `tracking` has it under. */
export type TrackedService = keyof Tracking;

/** A request that reports a purchase to a service. */
interface ServiceRequest {
  readonly url: string;
  /** Sent as JSON; else the request has no body. */
  readonly json?: unknown;
}

/** Where the services take what servers report. */
export interface ServiceAddresses {
  readonly yandexMetrica: string;
  readonly googleAnalytics: string;
  readonly meta: string;
}

export const serviceAddresses: ServiceAddresses = {
  yandexMetrica: 'https://mc.yandex.ru',
  googleAnalytics: 'https://www.google-analytics.com',
  meta: 'https://graph.facebook.com',
};

/** Sends a request to a service; rejects as `postJson` does. */
export async function sendToService(name: TrackedService, { url, json }: ServiceRequest, signal: AbortSignal) {
  await postJson(name, { url, ...(json !== undefined && { body: JSON.stringify(json) }) }, signal);
}
