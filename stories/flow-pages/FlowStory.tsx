import type { Locale } from '../../engine/model.ts';
import { useTranslation } from 'react-i18next';
import styles from './FlowStory.module.css';

/** The picture of a funnel's flow; wide ones scroll. */
export function FlowStory({ graphs }: { readonly graphs: Readonly<Record<Locale, string>> }) {
  const locale = useTranslation().i18n.language;
  return (
    <main className={styles.page}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it */}
      <div className={styles.graph} tabIndex={0} dangerouslySetInnerHTML={{ __html: graphs[locale] ?? '' }} />
    </main>
  );
}
