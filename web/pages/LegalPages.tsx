import { useTranslation } from 'react-i18next';
import { languageTag } from '../../engine/model.ts';
import styles from './LegalPages.module.css';
import { TextWithEmail } from './TextWithEmail.tsx';
import { useSite } from '../site.ts';
import { visitKeyPrefix } from '../storage.ts';

/** TERMS_OF_SERVICE: the agreement between the company and those who use the site. */
export function TermsPage() {
  return <LegalText text="terms" />;
}

/** PRIVACY_POLICY: what is known of a visitor, why, for how long, and what they can do about it. */
export function PrivacyPage() {
  return <LegalText text="privacy" />;
}

/** A legal text with its date and, on wide screens, a table of contents. The company's details are put in. */
function LegalText({ text }: { readonly text: 'terms' | 'privacy' }) {
  const { t, i18n } = useTranslation('legal');
  const locale = i18n.language;
  const { company, funnels } = useSite();
  const { title, updated, intro, sections } = t(text, {
    returnObjects: true,
    ...company,
    quiz_entries: funnels.map(({ storageKey }) => storageKey).join(', '),
    visit_entries: funnels.map(({ id }) => visitKeyPrefix + id).join(', '),
  }) as LegalDocument;
  return (
    <div className={styles.page}>
      <Contents sections={sections} />
      <article className={styles.text}>
        <header className={styles.header}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.updated}>
            <time dateTime={updated}>{t('updated_on', { date: writeDay(updated, locale) })}</time>
          </p>
          {intro.map((paragraph) => (
            <p key={paragraph} className={styles.intro}>
              <TextWithEmail>{paragraph}</TextWithEmail>
            </p>
          ))}
        </header>
        {sections.map((section) => (
          <Section key={section.id} section={section} />
        ))}
      </article>
    </div>
  );
}

function Contents({ sections }: { readonly sections: readonly LegalSection[] }) {
  const { t } = useTranslation('legal');
  return (
    <nav className={styles.contents} aria-labelledby="contents">
      <p id="contents" className={styles.contentsTitle}>
        {t('contents')}
      </p>
      <ol className={styles.contentsList}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a className={styles.contentsLink} href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Section({ section: { id, title, blocks } }: { readonly section: LegalSection }) {
  return (
    <section id={id} className={styles.section}>
      <h2 className={styles.sectionTitle}>{title}</h2>
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </section>
  );
}

function Block({ block }: { readonly block: LegalBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <TextWithEmail>{block}</TextWithEmail>
      </p>
    );
  }
  if ('heading' in block) return <h3 className={styles.heading}>{block.heading}</h3>;
  if ('pairs' in block) {
    return (
      <dl className={styles.entries}>
        {block.pairs.map(({ name, text }) => (
          <div key={name} className={styles.entry}>
            <dt className={styles.name}>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <ul>
      {block.map((item) => (
        <li key={item} className={styles.item}>
          <TextWithEmail>{item}</TextWithEmail>
        </li>
      ))}
    </ul>
  );
}

/** One block of a section: a paragraph, a list, a heading, or pairs of a name and what is said of it. */
type LegalBlock =
  | string
  | readonly string[]
  | { readonly heading: string }
  | { readonly pairs: readonly { readonly name: string; readonly text: string }[] };

interface LegalSection {
  /** The section's address within the page, the same in every language. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly LegalBlock[];
}

/** A legal text of one language, as `web/locales/<locale>/legal.yaml` holds it. */
export interface LegalDocument {
  readonly title: string;
  /** Day of the last change, such as `2026-11-21`. */
  readonly updated: string;
  readonly intro: readonly string[];
  readonly sections: readonly LegalSection[];
}

/** A day such as `2026-11-21` as people write it, the same in every time zone. */
export function writeDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}
