import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { ContentItem } from '../content.ts';
import styles from './PlayButton.module.css';
import { usePlaying } from './use-playing.ts';

interface Props {
  readonly item: ContentItem;
  /** Only its sign, where the title stands beside it. */
  readonly round?: boolean;
}

/** Plays a session, or pauses it where it plays. */
export function PlayButton({ item, round = false }: Props) {
  const { t } = useTranslation('cabinet');
  const { isPlaying, press } = usePlaying(item);
  const word = t(isPlaying ? 'dashboard.pause' : 'dashboard.play');
  const label = `${word}: ${item.title}`;
  const icon = <Icon name={isPlaying ? 'pause' : 'play'} size={22} />;
  if (round) {
    return (
      <button type="button" className={styles.round} aria-label={label} onClick={press}>
        {icon}
      </button>
    );
  }
  return (
    <Button aria-label={label} onClick={press}>
      {icon}
      {word}
    </Button>
  );
}
