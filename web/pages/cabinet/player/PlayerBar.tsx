import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { resendFavourites } from '../favourites.ts';
import { useRestoredFocus } from '../use-restored-focus.ts';
import { setFullPlayerOpen, useFullPlayerOpen } from './full-player.ts';
import { FullPlayer } from './FullPlayer.tsx';
import { nameArtist } from './media-session.ts';
import night from './night.module.css';
import { Announced, NoteAction, PlayButton, SkipIcon, useNote } from './PlayButton.tsx';
import type { PlayerView } from './player-view.ts';
import { player, sendUnsent, usePlayer } from './player.ts';
import styles from './PlayerBar.module.css';
import { clockTime } from './player-view.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon.tsx';

/** What is played, below every page of the cabinet; nothing where nothing is. */
export function PlayerBar() {
  const view = usePlayer();
  const { pathname } = useLocation();
  const { t } = useTranslation('site');
  const isLoaded = view.item !== null;
  const isOpen = useFullPlayerOpen();
  const brand = t('brand');
  useEffect(() => nameArtist(brand), [brand]);
  useEffect(sendUnsent, []);
  useEffect(resendFavourites, []);
  useEffect(() => pauseOutside, []);
  useLayoutEffect(() => minimise, [pathname]); // before the other page is painted
  usePlayerKeys(isLoaded);
  if (!view.item) return null;
  return (
    <>
      <Bar view={view} />
      <FullPlayer view={view} item={view.item} open={isOpen} onMinimise={minimise} onStop={closePlayer} />
    </>
  );
}

/** Nothing sounds on pages where nothing could stop it; a page of the cabinet that did not load is none of them. */
function pauseOutside(): void {
  if (!location.pathname.startsWith('/cabinet')) player.pause();
}

function Bar({ view }: { readonly view: PlayerView }) {
  const { t } = useTranslation('cabinet');
  const { item, positionSeconds, durationSeconds, status } = view;
  const note = useNote(view);
  const done = durationSeconds > 0 ? (positionSeconds / durationSeconds) * 100 : 0;
  const title = item?.title ?? '';
  const bar = useRef<HTMLElement>(null);
  useRestoredFocus(bar, (place) => place.querySelector<HTMLElement>('[data-play]') ?? place.querySelector('button'));
  return (
    <section ref={bar} className={`${night.night} ${styles.bar}`} aria-label={t('player.label')}>
      <div className={styles.done} style={{ width: `${done}%` }} />
      <div className={styles.inner}>
        <button
          type="button"
          className={styles.open}
          onClick={() => setFullPlayerOpen(true)}
          aria-haspopup="dialog"
          aria-label={t('player.open', { title })}
        >
          <img className={styles.picture} src={item?.imageUrl} alt="" width={48} height={48} />
          <span className={styles.words}>
            <span className={styles.title} aria-hidden="true">
              {title}
            </span>
            <span className={styles.note} data-status={status} aria-hidden="true">
              {note || `${clockTime(positionSeconds)} / ${clockTime(durationSeconds)}`}
            </span>
          </span>
        </button>
        <NoteAction {...view} />
        {status !== 'refused' && status !== 'failed' && !view.next && <BarControls view={view} />}
        <button type="button" className={styles.close} aria-label={t('player.close')} onClick={closePlayer}>
          <Icon name="close" size={20} />
        </button>
      </div>
      <Announced view={view} />
    </section>
  );
}

function BarControls({ view }: { readonly view: PlayerView }) {
  const { t } = useTranslation('cabinet');
  return (
    <>
      <button type="button" className={styles.skip} aria-label={t('player.back')} onClick={() => player.seekBy(-15)}>
        <SkipIcon />
      </button>
      <PlayButton view={view} />
      <button type="button" className={styles.skip} aria-label={t('player.forward')} onClick={() => player.seekBy(15)}>
        <SkipIcon forward />
      </button>
    </>
  );
}

const minimise = () => setFullPlayerOpen(false);

/** The focus would be lost with the bar. */
function closePlayer(): void {
  player.close();
  minimise();
  document.getElementById('main')?.focus({ preventScroll: true });
}

const keys: Readonly<Record<string, () => void>> = {
  ' ': () => player.toggle(),
  k: () => player.toggle(),
  j: () => player.seekBy(-15),
  l: () => player.seekBy(15),
  ArrowLeft: () => player.seekBy(-15),
  ArrowRight: () => player.seekBy(15),
};

/** Where keys write or choose, they are not the player's. */
const usesAllKeys =
  'input:not([type="range"], [type="radio"], [type="checkbox"]), select, textarea, [contenteditable], [role="combobox"], [role="listbox"], [role="option"]';
/** The space bar presses these, whatever else plays. */
const usesSpace =
  'button, a, summary, [type="radio"], [type="checkbox"], [role="button"], [role="checkbox"], [role="radio"], [role="switch"]';
/** Arrows move within these. */
const usesArrows = 'input, [role="radiogroup"], [role="tablist"], [role="menu"], [role="toolbar"]';

/** Space or K plays and pauses, J and L or the arrows go 15 seconds, while something is loaded. */
function usePlayerKeys(isLoaded: boolean): void {
  useEffect(() => {
    if (!isLoaded) return;
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isLoaded]);
}

function press(event: KeyboardEvent): void {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const act = keys[key];
  if (!act || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest(usesAllKeys)) return;
  if (key === ' ' && target.closest(usesSpace)) return;
  if (key.startsWith('Arrow') && target.closest(usesArrows)) return;
  if (isInOtherDialog(target)) return;
  event.preventDefault();
  if (!(event.repeat && (key === ' ' || key === 'k'))) act();
}

/** Keys in a dialog are not meant for the player, but for its own. */
function isInOtherDialog(target: Element): boolean {
  const dialog = target.closest('[role="dialog"], [role="alertdialog"]');
  return dialog !== null && !dialog.matches('[data-full-player]');
}
