import './ui/tokens.css';
import './ui/font.css';
import './ui/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/App.tsx';
import { preparePage } from './app/prepare-page.ts';
import { createI18n } from './i18n.ts';
import { fetchToasts } from './ui/toast.ts';
import { keepPromoData } from './session/promo.ts';
import { switchLocale } from './session/locale.ts';
import { readSite } from './site.ts';

/** Toasts speak of lost connections, so their code has to be here before; but not before the first screen. */
const toastsLater = 4_000;

/** App start: the page is taken over where its HTML stands already, else made here. */
async function start(): Promise<void> {
  const page = document.documentElement;
  const root = document.getElementById('root')!;
  const site = readSite();
  const locale = page.lang;
  const asked = location.pathname;
  keepPromoData(location.search);

  const i18n = createI18n(locale);
  const first = await preparePage(site, i18n, { path: asked, search: location.search, locale });
  if (first.locale !== locale) await switchLocale(i18n, first.locale); // the user's language wins (section 4)
  if (first.path !== asked) history.replaceState(history.state, '', first.path);

  const app = (
    <BrowserRouter>
      <App site={site} i18n={i18n} {...first} />
    </BrowserRouter>
  );
  const isAsRendered = first.page.matchesMarkup && first.path === asked && first.locale === locale && !first.loggedIn;
  if (isAsRendered && root.firstElementChild) hydrateRoot(root, app);
  else {
    root.replaceChildren(); // at once, not only when React gets to it
    createRoot(root).render(app);
  }
  delete page.dataset['resuming'];
  page.dataset['ready'] = ''; // what tests and monitors wait for
  setTimeout(fetchToasts, toastsLater);
}

void start();
