import type { i18n } from 'i18next';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { I18nextProvider } from 'react-i18next';
import { PublicLayout } from '../layout/PublicLayout.tsx';
import { PageError } from '../pages/PageError.tsx';
import { Backdrop } from '../quiz/Backdrop.tsx';
import { SiteContext, type Site } from '../site.ts';
import styles from './App.module.css';
import { titleOf } from './page.ts';
import { showTypeface } from './typeface.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useView, type ShownPage } from './use-view.ts';

/** With the page of the first address. */
interface Props extends ShownPage {
  readonly site: Site;
  readonly i18n: i18n;
}

/** The whole site around the page that is shown. Expects a router around it. */
export function App(props: Props) {
  useEffect(() => {
    // All that stands there can be used: the starter script hears no more keys, and tests and monitors wait for it.
    document.documentElement.dataset['ready'] = '';
  }, []);
  return (
    <SiteContext value={props.site}>
      <View {...props} />
    </SiteContext>
  );
}

function View({ site, i18n, ...first }: Props) {
  const { view, leaving, late, changeLocale } = useView(site, i18n, first);
  const content = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (view.entered) showTypeface();
  }, [view.path, view.entered]);
  const accent = view.page?.accent;
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (accent) dataset['accent'] = accent;
    else delete dataset['accent'];
  }, [accent]);
  useEffect(() => {
    if (!view.page) return;
    document.title = titleOf(view.page, i18n.t);
    const description = view.page.description?.(i18n.t) ?? i18n.t('site:description');
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [view.page, i18n]);
  useEffect(() => {
    if (!view.entered) return;
    window.scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [view.path, view.entered]);

  const motion = leaving ? styles.leaving : view.entered ? styles.entering : '';
  const Layout = view.page?.layout ?? PublicLayout;
  const { locale, loggedIn, path } = view;
  // Shares the words, and changes together with the page: never one of them in another language.
  const words = useMemo(() => i18n.cloneInstance({ lng: locale }), [i18n, locale]);
  return (
    <I18nextProvider i18n={words}>
      <Layout locale={locale} loggedIn={loggedIn} path={path} funnel={view.page?.funnel} onChangeLocale={changeLocale}>
        {view.page?.backdrop && <Backdrop drawing={view.page.backdrop} />}
        <div key={path} ref={content} tabIndex={-1} className={`${styles.page} ${motion}`}>
          <ErrorBoundary fallback={<PageError />}>{view.page ? view.page.content : <PageError />}</ErrorBoundary>
        </div>
        {late && <Spinner fullScreen />}
      </Layout>
    </I18nextProvider>
  );
}
