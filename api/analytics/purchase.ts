import type { Tracking } from '../../schemas/api/payments.ts';

/** A purchase as services are told of it. */
export interface Purchase {
  /** The payment's id: the browser tells the same, so that services count it once. */
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
export type ServiceName = keyof Tracking;

/** A request that tells a service of a purchase. */
export interface ServiceRequest {
  readonly url: string;
  /** Sent as JSON; else the request has no body. */
  readonly json?: unknown;
}

/** Where the services take what servers tell. */
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
