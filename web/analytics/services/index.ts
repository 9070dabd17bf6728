import { readSite } from '../../site.ts';
import type { Visit } from '../../quiz/visit.ts';
import { listen } from '../tell.ts';
import { note } from './ledger.ts';
import { forbidsServices } from './places.ts';
import { loadSettings } from './settings.ts';
import { noteSavedGoals, watchGoals } from './watch-goals.ts';

/**
 * Tells analytics services and ad pixels what the specification has them told (section 7): those in use, where the
 * visitor allows it, each thing once. The page hears of goals in any case (`funnel:goal`).
 */
export function startServices(): void {
  const visits: Visit[] = [];
  let tellServices: (() => void) | undefined;
  noteSavedGoals(readSite().funnels);
  listen((told) => {
    if (told.type === 'visit') {
      visits.push(told.visit);
      watchGoals(told.visit, () => tellServices?.());
    } else if (told.type === 'purchase') {
      const { payment: id, plan, amount, currency } = told;
      note({ id, type: 'purchase', plan, amount, currency });
    }
    tellServices?.();
  });
  // There, not even the question whether there are services is asked.
  if (forbidsServices()) return;
  const begin = async () => {
    const settings = await loadSettings().catch(() => backOnline().then(loadSettings));
    const { yandexMetrica, googleAnalytics, metaPixel, consent } = settings;
    if (!(yandexMetrica ?? googleAnalytics ?? metaPixel)) return;
    const { openServices } = await import('./open-services.ts');
    tellServices = openServices(settings, visits);
    tellServices();
    if (consent === 'ask') (await import('../consent/show-consent.tsx')).showConsent(settings, tellServices);
  };
  begin().catch(() => undefined); // the next page tries again
}

function backOnline(): Promise<void> {
  return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }));
}
