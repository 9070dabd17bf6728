/** What analytics services are told of. */
export type Happening = {
  /** The same wherever it is told: the visit's id and the goal's name, or the id of the payment. */
  readonly id: string;
} & (
  | { readonly type: 'goal'; readonly funnel: string; readonly goal: string }
  /** Somebody with the `utm_source` of the pixel's adverts has come to a quiz. */
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
export const serviceNames: readonly ServiceName[] = ['yandexMetrica', 'googleAnalytics', 'metaPixel'];
