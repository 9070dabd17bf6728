import './ui/tokens.css';
import './ui/accents.css';
import './ui/font.css';
import './ui/base.css';
import type { i18n } from 'i18next';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/App.tsx';
import { preparePage } from './app/prepare-page.ts';
import { bringTypeface } from './app/typeface.ts';
import type { ShownPage } from './app/use-view.ts';
import { endEarlyVisit } from './quiz/take-over.ts';
import { addWords, createI18n } from './i18n.ts';
import { fetchToasts } from './ui/toast.ts';
import { hasSession, pageLocale, switchLocale } from './session/cookies.ts';
import { readSite, type Site } from './site.ts';
import { ignoreSecondTaps } from './starter/second-taps.ts';
import { entriesWith, logoutKeyPrefix, quizOwner } from './storage.ts';

/** Toasts speak of lost connections, so their code has to be here before; but not before the first screen. */
const toastsLater = 4_000;

if (!import.meta.env.PROD) ignoreSecondTaps(); // live authoring has no starter script, which does it elsewhere

/** App start: the page is taken over where its HTML stands already, else made here. */
async function start(): Promise<void> {
  const root = document.getElementById('root')!;
  const site = readSite();
  const locale = pageLocale();
  const asked = location.pathname;
  const i18n = createI18n(locale);
  const first = await openPage(site, i18n, asked);
  if (import.meta.env.DEV) await (await import('./app/read-landing.ts')).readLanding(site, asked, locale);
  if (first.locale !== locale) await switchLocale(i18n, first.locale); // the user's language wins (section 4)
  if (first.path !== asked) history.replaceState(history.state, '', first.path);

  const app = (
    <BrowserRouter useTransitions={false}>
      <App site={site} i18n={i18n} {...first} />
    </BrowserRouter>
  );
  const early = endEarlyVisit();
  if (early) first.page?.takeOver?.(early);
  const isAsRendered = first.page?.matchesMarkup && first.locale === locale && !first.loggedIn;
  // In pieces: React gives way to the visitor between them, and a tap makes it hurry.
  if (isAsRendered && root.firstElementChild) startTransition(() => void hydrateRoot(root, app));
  else {
    root.replaceChildren(); // at once, not only when React gets to it
    createRoot(root).render(app);
  }
  document.getElementById('waiting')?.remove();
  setTimeout(fetchToasts, toastsLater);
}

/** The page at this address in the language of the HTML, without content where that can't be loaded. */
async function openPage(site: Site, i18n: i18n, path: string): Promise<ShownPage> {
  const locale = i18n.language;
  try {
    return await preparePage(site, i18n, { path, search: location.search, locale });
  } catch (error) {
    reportError(error);
    await addWords(i18n, locale, ['site']);
    return { path, locale, loggedIn: hasSession(), page: null };
  }
}

void start().finally(() => {
  delete document.documentElement.dataset['resuming']; // whatever happened, what stands there is all there is
  setTimeout(goOn); // not before the first screen can be used
});

/** What this visit can do without, and others learn from or are quicker by. */
function goOn(): void {
  // The cookies of a session that was never ended have run out: what its member has claimed is not the next person's.
  if (!hasSession() && quizOwner() !== undefined)
    import('./session/stored-quizzes.ts')
      .then((remove) => remove.removeFinished(readSite().funnels))
      .catch(() => undefined);
  if (entriesWith(logoutKeyPrefix).length > 0)
    import('./session/logout.ts').then((logout) => logout.sendLogouts()).catch(() => undefined);
  bringTypeface().catch(() => undefined); // the system's letters do
  import('./analytics/own-events.ts').then((events) => events.startSendingEvents()).catch(() => undefined);
  import('./analytics/services/start-services.ts').then((services) => services.startServices()).catch(() => undefined);
  import('./app/visitor-worker.ts').then((worker) => worker.registerVisitorWorker()).catch(() => undefined);
}
