import type { Result } from '../../engine/model.ts';
import { shownText } from '../ui/shown-text.ts';
import styles from './Disclaimer.module.css';

/** What the author says that a result or a plan is not; nothing where the author says nothing. */
export function Disclaimer({ result }: { readonly result: Result }) {
  const { disclaimer } = result.site;
  return disclaimer === undefined ? null : <p className={styles.disclaimer}>{shownText(disclaimer)}</p>;
}
