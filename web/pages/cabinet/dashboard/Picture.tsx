import type { ContentItem } from '../content.ts';
import styles from './Picture.module.css';

interface Props {
  readonly item: ContentItem;
  readonly large?: boolean;
}

/** The picture of a session. Always beside its title, so that it needs no words. */
export function Picture({ item, large = false }: Props) {
  return <img className={large ? styles.large : styles.small} src={item.imageUrl} alt="" decoding="async" />;
}
