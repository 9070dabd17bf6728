import { useTranslation } from '../../../translation.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { ContentItem } from '../content.ts';
import { useSaved } from '../offline/saved.ts';
import styles from './FullPlayer.module.css';
import { PlayButton } from './PlayButton.tsx';
import { player } from './player.ts';
import { SkipIcon } from './PlayerIcon.tsx';
import { Announced, NoteWay, useNote } from './PlayerNote.tsx';
import type { PlayerView } from './player-view.ts';
import { SeekSlider } from './SeekSlider.tsx';
import { SleepChoices } from './SleepChoices.tsx';
import { SpeedChoice } from './SpeedChoice.tsx';

interface Props {
  readonly view: PlayerView;
  readonly item: ContentItem;
  readonly open: boolean;
  /** The sound goes on. */
  readonly onClose: () => void;
}

/** All of the player, over the page. */
export function FullPlayer({ view, item, open, onClose }: Props) {
  const { t } = useTranslation('cabinet');
  return (
    <Dialog open={open} onClose={onClose} title={item.title} closeLabel={t('player.minimise')}>
      <div className={styles.full} data-full-player>
        <div className={styles.scene}>
          <img
            className={view.status === 'playing' ? `${styles.picture} ${styles.breathing}` : styles.picture}
            src={item.imageUrl}
            alt=""
            width={320}
            height={320}
          />
        </div>
        <State view={view} id={item.id} />
        <SeekSlider positionSeconds={view.positionSeconds} durationSeconds={view.durationSeconds} />
        <Controls view={view} />
        <div className={styles.settings}>
          <SpeedChoice speed={view.speed} />
          <SleepChoices sleep={view.sleep} />
        </div>
        <Announced view={view} />
      </div>
    </Dialog>
  );
}

/** What goes on, and where there is nothing to say, that the session is on this device. */
function State({ view, id }: { readonly view: PlayerView; readonly id: string }) {
  const { t } = useTranslation('cabinet');
  const note = useNote(view);
  const isSaved = useSaved().has(id);
  return (
    <div className={styles.state}>
      {note && <p className={styles.note}>{note}</p>}
      {!note && isSaved && (
        <p className={styles.note}>
          <Icon name="check" size={18} />
          {t('player.saved')}
        </p>
      )}
      <NoteWay {...view} />
    </div>
  );
}

function Controls({ view }: { readonly view: PlayerView }) {
  const { t } = useTranslation('cabinet');
  if (view.status === 'refused') return null;
  return (
    <div className={styles.controls}>
      <button type="button" className={styles.skip} aria-label={t('player.back')} onClick={() => player.seekBy(-15)}>
        <SkipIcon />
      </button>
      <PlayButton view={view} large />
      <button type="button" className={styles.skip} aria-label={t('player.forward')} onClick={() => player.seekBy(15)}>
        <SkipIcon forward />
      </button>
    </div>
  );
}
