import { createRoot } from 'react-dom/client';
import { removeServiceCookies, writeAnswer } from '../consent.ts';
import type { AnalyticsSettings } from '../services/settings.ts';
import { Consent } from './Consent.tsx';

/**
 * Asks the visitor below the page, in a tree of its own, so that no page has to carry it. `onAnswer` is called when they
 * have answered. Who takes a yes back gets a page in which nothing of others runs, and loses what they named the browser.
 */
export function showConsent(settings: AnalyticsSettings, onAnswer: () => void): void {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <Consent
      services={namesOf(settings)}
      onAnswer={(answer, before) => {
        writeAnswer(answer);
        onAnswer();
        if (answer === 'yes' || before !== 'yes') return;
        removeServiceCookies();
        location.reload();
      }}
    />,
  );
}

function namesOf({ yandexMetrica, googleAnalytics, metaPixel }: AnalyticsSettings): readonly string[] {
  return [yandexMetrica && 'Yandex Metrica', googleAnalytics && 'Google Analytics', metaPixel && 'Meta'].filter(
    (name) => name !== undefined,
  );
}
