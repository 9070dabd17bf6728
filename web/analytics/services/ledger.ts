import { ledgerKeys, readEntry, writeEntry } from '../../storage.ts';

/**
 * What has happened in this browser, and to which service it was reported: so it is reported once, also after a reload,
 * a closed page, or a script that did not come. All tabs share it; each service's part is written by its own reports.
 */

/** Of more, the oldest are forgotten: visits of long ago. */
const maxStored = 60;

/** Notes it down; returns whether it is new. */
export function record(event: ServiceEvent): boolean {
  const known = happened();
  if (known.some(({ id }) => id === event.id)) return false;
  writeEntry(ledgerKeys.events, [...known, event].slice(-maxStored));
  return true;
}

/** What has not been sent to this service, oldest first. */
export function waitingFor(service: ServiceName): readonly ServiceEvent[] {
  const sent = new Set(sentTo(service));
  return happened().filter(({ id }) => !sent.has(id));
}

/** The service has it. */
export function markSent(service: ServiceName, id: string): void {
  const sent = sentTo(service);
  if (!sent.includes(id)) writeEntry(ledgerKeys[service], [...sent, id].slice(-2 * maxStored));
}

/** What has happened so far is never sent to any service. */
export function withhold(): void {
  for (const service of serviceNames) for (const { id } of waitingFor(service)) markSent(service, id);
}

const happened = () => asList(readEntry(ledgerKeys.events)) as readonly ServiceEvent[];
const sentTo = (service: ServiceName) => asList(readEntry(ledgerKeys[service])) as readonly string[];

function asList(stored: unknown): readonly unknown[] {
  return Array.isArray(stored) ? stored : [];
}

/** What is sent to analytics services. */
export type ServiceEvent = {
  /** The same in every report: the visit's id and the goal's name, or the id of the payment. */
  readonly id: string;
} & (
  | { readonly type: 'goal'; readonly funnel: string; readonly goal: string }
  /** A visitor with the `utm_source` of the pixel's adverts has come to a quiz. */
  | { readonly type: 'landing'; readonly funnel: string }
  | {
      readonly type: 'purchase';
      readonly plan: string;
      /** In the currency's smallest unit. */
      readonly amount: number;
      readonly currency: string;
    }
);

export type ServiceName = 'yandexMetrica' | 'googleAnalytics' | 'metaPixel';
const serviceNames: readonly ServiceName[] = ['yandexMetrica', 'googleAnalytics', 'metaPixel'];
