import { Dialog } from '@base-ui/react/dialog';
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { readEntry, writeEntry } from '../../../storage.ts';
import { cabinetKeys } from '../cabinet-keys.ts';
import type { ContentItem } from '../content.ts';
import { FavouriteButton } from '../FavouriteButton.tsx';
import { SaveButton } from '../offline/SaveButton.tsx';
import { useSaved } from '../offline/saved.ts';
import { useRestoredFocus } from '../use-restored-focus.ts';
import styles from './FullPlayer.module.css';
import { OpeningLines, OpeningSwitch } from './OpeningLines.tsx';
import { openingLinesOf } from './opening-lines.ts';
import { NextInPlan } from './NextInPlan.tsx';
import night from './night.module.css';
import { Announced, NoteAction, PlayButton, SkipIcon, useNote } from './PlayButton.tsx';
import { PlayerSettings } from './PlayerSettings.tsx';
import { clockTime, spokenTime, type PlayerView } from './player-view.ts';
import { player } from './player.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon.tsx';

interface FullPlayerProps {
  readonly view: PlayerView;
  readonly item: ContentItem;
  readonly open: boolean;
  /** The sound goes on. */
  readonly onMinimise: () => void;
  readonly onStop: () => void;
}

/** All of the player, as large as the window. */
export function FullPlayer({ view, item, open, onMinimise, onStop }: FullPlayerProps) {
  const { t } = useTranslation('cabinet');
  const popup = useRef<HTMLDivElement>(null);
  const [showsLines, setShowsLines] = useShowsLines();
  const lines = openingLinesOf(item);
  useRestoredFocus(popup, (place) => place.querySelector('[data-play]'));
  const firstFocus = (by: string) => by === 'touch' || (popup.current?.querySelector('input') ?? true);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onMinimise()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          className={`${night.night} ${styles.full}`}
          initialFocus={firstFocus}
          data-full-player
        >
          <div className={styles.stage} data-dims={showsLines && lines.length > 0}>
            <img
              className={view.status === 'playing' ? `${styles.picture} ${styles.breathing}` : styles.picture}
              src={item.imageUrl}
              alt=""
            />
            {showsLines && lines.length > 0 && <OpeningLines lines={lines} view={view} />}
          </div>
          <div className={styles.top}>
            <Dialog.Close className={styles.sign} aria-label={t('player.minimise')}>
              <Icon name="down" size={26} />
            </Dialog.Close>
            <button type="button" className={styles.sign} aria-label={t('player.close')} onClick={onStop}>
              <Icon name="close" size={22} />
            </button>
          </div>
          <div className={styles.panel}>
            <div className={styles.about}>
              <div className={styles.head}>
                <Dialog.Title className={styles.title}>{item.title}</Dialog.Title>
                <SaveButton item={item} />
                <FavouriteButton item={item} />
              </div>
              {item.speaker && <p className={styles.speaker}>{t('sessions.card.speaker', { name: item.speaker })}</p>}
              <Dialog.Description className={styles.summary}>{item.summary}</Dialog.Description>
            </div>
            <State view={view} id={item.id} />
            <SeekSlider positionSeconds={view.positionSeconds} durationSeconds={view.durationSeconds} />
            <Controls view={view} />
            <PlayerSettings view={view} />
            {lines.length > 0 && <OpeningSwitch isOn={showsLines} onChange={setShowsLines} />}
            <NextInPlan id={item.id} />
            <Announced view={view} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Whether sessions begin with their lines in this browser, which remembers it. */
function useShowsLines(): [showsLines: boolean, setShowsLines: (showsLines: boolean) => void] {
  const [showsLines, setShowsLines] = useState(() => readEntry(cabinetKeys.playerLines) !== false);
  const set = (next: boolean) => {
    writeEntry(cabinetKeys.playerLines, next);
    setShowsLines(next);
  };
  return [showsLines, set];
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
      <NoteAction {...view} />
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

interface SeekSliderProps {
  readonly positionSeconds: number;
  readonly durationSeconds: number;
}

/** Seconds that each key goes. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -60,
  PageUp: 60,
  Home: -Infinity,
  End: Infinity,
};

/** Where the listener is, and the way to somewhere else. The sound jumps when the thumb is let go. */
function SeekSlider({ positionSeconds, durationSeconds }: SeekSliderProps) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const input = useRef<HTMLInputElement>(null);
  /** Where the thumb is held; null while it isn't held. */
  const [previewed, setPreviewed] = useState<number | null>(null);
  const shown = Math.min(previewed ?? positionSeconds, durationSeconds);

  useEffect(() => {
    const slider = input.current;
    // React's onChange is the browser's `input`: this one comes when the thumb is let go.
    const release = () => {
      player.seekTo(Number(slider?.value));
      setPreviewed(null);
    };
    slider?.addEventListener('change', release);
    return () => slider?.removeEventListener('change', release);
  }, []);

  const jump = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    player.seekTo(Math.max(0, Math.min(durationSeconds, shown + step)));
  };

  const words = {
    position: spokenTime(shown, locale),
    duration: spokenTime(durationSeconds, locale),
  };
  const done = durationSeconds > 0 ? (shown / durationSeconds) * 100 : 0;
  return (
    <div className={styles.seek}>
      <input
        ref={input}
        type="range"
        className={styles.slider}
        style={{ '--done': `${done}%` } as CSSProperties}
        min={0}
        max={durationSeconds}
        step={1}
        value={shown}
        aria-label={t('player.seek')}
        aria-valuetext={t('player.position', words)}
        onChange={(event) => setPreviewed(Number(event.target.value))}
        onKeyDown={jump}
      />
      <div className={styles.times} aria-hidden="true">
        <span>{clockTime(shown)}</span>
        <span>−{clockTime(durationSeconds - shown)}</span>
      </div>
    </div>
  );
}
