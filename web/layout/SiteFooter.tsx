import { Link } from 'react-router';
import { useSite } from '../site.ts';
import { useTranslation } from 'react-i18next';
import styles from './SiteFooter.module.css';

/** Who stands behind the site, as its configuration names them. */
export function SiteFooter() {
  const { t } = useTranslation('site');
  const { company } = useSite();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <ul className={styles.links}>
          <li>
            <Link to="/terms-of-service">{t('layout.terms')}</Link>
          </li>
          <li>
            <Link to="/privacy-policy">{t('layout.privacy')}</Link>
          </li>
          <li>
            <a href={`mailto:${company.email}`}>{t('layout.contact')}</a>
          </li>
        </ul>
        <p>{t('layout.rights', { company: company.name })}</p>
        <p>
          {t('layout.company_number', { number: company.number })} · {company.address}
        </p>
      </div>
    </footer>
  );
}
