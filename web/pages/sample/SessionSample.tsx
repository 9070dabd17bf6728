import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SampledSession } from '../plan/plan-content.ts';
import { playSample, type SampleState } from './play-sample.ts';
import styles from './SessionSample.module.css';
import { apiBase } from '../../session/transport.ts';
import { useSite } from '../../site.ts';
import { PlayerIcon } from '../../ui/PlayerIcon.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

/** Of a sample. */
const durationSeconds = 30;

/**
 * Half a minute in the sound of a session, for visitors without an account. Nothing of the sound is fetched before it is
 * asked for. While the session isn't known (null), its place is kept.
 */
export function SessionSample({ session }: { readonly session: SampledSession | null }) {
  const { t } = useTranslation('results');
  const id = useId();
  return (
    <section className={styles.sample} aria-labelledby={id}>
      {session?.picture === undefined ? (
        <span className={styles.picture} />
      ) : (
        <img className={styles.picture} src={session.picture} width={64} height={64} alt="" />
      )}
      <h2 id={id} className={styles.heading}>
        {t('sample.title')}
      </h2>
      {session && <Sound key={session.sample} session={session} />}
    </section>
  );
}

function Sound({ session: { title, voice, sample } }: { readonly session: SampledSession }) {
  const { t } = useTranslation('results');
  const { state, seconds, press } = useSample(sample);
  const isOn = state === 'loading' || state === 'playing';
  return (
    <>
      <p className={styles.title}>{title}</p>
      <p className={styles.facts}>{t('sample.facts', { voice })}</p>
      <button
        type="button"
        className={styles.button}
        aria-label={isOn ? t('sample.stop') : t('sample.play', { title })}
        onClick={press}
      >
        <PlayerIcon name={isOn ? 'stop' : 'play'} size={26} />
        {state === 'loading' && (
          <span className={styles.waiting}>
            <Spinner />
          </span>
        )}
      </button>
      <output className={state === 'failed' ? styles.failed : styles.state}>
        {(state === 'loading' || state === 'failed') && t(`sample.${state}`)}
      </output>
      <div className={styles.track} aria-hidden="true">
        <div className={styles.done} style={{ width: `${isOn ? (100 * seconds) / durationSeconds : 0}%` }} />
      </div>
    </>
  );
}

/** Plays it and stops it; it stops too when the page goes. */
function useSample(path: string) {
  const { hosts } = useSite();
  const [state, setState] = useState<SampleState>('silent');
  const [seconds, setSeconds] = useState(0);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const press = () => {
    stop.current?.();
    if (state === 'loading' || state === 'playing') return setState('silent');
    setSeconds(0);
    const url = `${apiBase(location.hostname, hosts)}${path}`;
    stop.current = playSample(url, { onState: setState, onTime: setSeconds });
  };
  return { state, seconds, press };
}
