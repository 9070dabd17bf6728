import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { languageTag } from '../../../engine/model.ts';
import { type ConsentAnswer, readAnswer, removeServiceCookies, writeAnswer } from '../consent.ts';
import styles from './Consent.module.css';
import { ConsentBar } from './ConsentBar.tsx';
import { useConsentWords } from './words.ts';
import type { EnabledServices } from '../services/settings.ts';

/**
 * Asks the visitor below the page, in a tree of its own, so that no page has to carry it. `onAnswer` is called when they
 * have answered. After a consent is withdrawn, the page loads again without the services, and their cookies are removed.
 */
export function showConsent(settings: EnabledServices, onAnswer: () => void): void {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <Consent
      services={namesOf(settings)}
      onAnswer={(answer, before) => {
        writeAnswer(answer);
        onAnswer();
        if (answer === 'yes' || before !== 'yes') return;
        removeServiceCookies();
        location.reload();
      }}
    />,
  );
}

function namesOf({ yandexMetrica, googleAnalytics, metaPixel }: EnabledServices): readonly string[] {
  return [yandexMetrica && 'Yandex Metrica', googleAnalytics && 'Google Analytics', metaPixel && 'Meta'].filter(
    (name) => name !== undefined,
  );
}

interface Props {
  /** The names of the services in use. */
  readonly services: readonly string[];
  readonly onAnswer: (answer: 'yes' | 'no', before: ConsentAnswer) => void;
}

/** Below every page: the question, until it is answered, and the way back to it. */
function Consent({ services, onAnswer }: Props) {
  const shown = useConsentWords();
  const [answer, setAnswer] = useState(() => readAnswer(true));
  const [wanted, setWanted] = useState(false);
  const choices = useRef<HTMLButtonElement>(null);
  if (!shown) return null;
  const { words, locale } = shown;
  const take = (chosen: 'yes' | 'no') => {
    flushSync(() => {
      setAnswer(chosen);
      setWanted(false);
    });
    // The buttons are gone: back to where the visitor was.
    const place = wanted ? choices.current : document.getElementById('main');
    place?.focus({ preventScroll: true });
    onAnswer(chosen, answer);
  };
  const list = new Intl.ListFormat(languageTag(locale), { type: 'conjunction' }).format(services);
  return (
    <>
      <aside className={styles.choices} aria-label={words.label}>
        <button ref={choices} type="button" onClick={() => setWanted(true)}>
          {words.label}
        </button>
      </aside>
      {(wanted || answer === 'open') && (
        <ConsentBar words={words} services={list} answer={answer} wanted={wanted} onAnswer={take} />
      )}
    </>
  );
}
