import type { ShownText } from '../../../engine/model.ts';
import { shownText } from '../../ui/shown-text.ts';
import styles from './field.module.css';
import type { FieldProps } from './field.tsx';

interface Props extends Pick<FieldProps, 't'> {
  readonly screen: { readonly consent?: ShownText };
}

/** What the visitor agrees to by answering, where the answer is a lead; the privacy policy opens beside the quiz. */
export function Consent({ screen: { consent }, t }: Props) {
  return (
    consent !== undefined && (
      <p className={styles.consent}>
        {shownText(consent)}{' '}
        <a href="/privacy-policy" target="_blank" rel="noopener">
          {t('layout.privacy')}
          <span className="unseen"> {t('rare:lead.new_tab')}</span>
        </a>
      </p>
    )
  );
}
