import { useTranslation } from 'react-i18next';
import { isolate } from '../../../../engine/run/typed-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { PlayerIcon } from '../../../ui/PlayerIcon.tsx';
import { shownText } from '../../../ui/shown-text.ts';
import { startSession } from '../player/full-player.ts';
import { useNext } from '../sessions/NextUp.tsx';
import styles from './WelcomeDialog.module.css';

export interface WelcomeProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly firstName: string;
}

const points = ['begin', 'keep', 'find'] as const;
const bars = 'M5.5 19v-5.5m6.5 5.5V9m6.5 10V4.5';
/** As on the player and the dashboard. */
const signs = {
  begin: <PlayerIcon name="play" size={22} />,
  keep: <PlayerIcon name="pause" size={22} />,
  find: <Icon path={bars} size={22} />,
};

/** Says hello, and the three things that are good to know at the beginning; its button plays the first session of the plan. */
export function WelcomeDialog({ open, onClose, firstName }: WelcomeProps) {
  const { t } = useTranslation('cabinet');
  const next = useNext();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={firstName ? shownText(t('welcome.title_named', { name: isolate(firstName) })) : t('welcome.title')}
      closeLabel={t('welcome.close')}
    >
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point} className={styles.point}>
            <span className={styles.sign}>{signs[point]}</span>
            <div>
              <h3 className={styles.title}>{t(`welcome.points.${point}.title`)}</h3>
              <p>{t(`welcome.points.${point}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <Button
        wide
        data-first
        onClick={() => {
          if (next) startSession(next.item);
          onClose();
        }}
      >
        {next ? t('welcome.play', { title: next.item.title }) : t('welcome.button')}
      </Button>
    </Dialog>
  );
}
