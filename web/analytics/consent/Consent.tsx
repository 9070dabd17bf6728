import { languageTag } from '../../../engine/model.ts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readAnswer, type Answer } from '../consent.ts';
import { ConsentBar } from './ConsentBar.tsx';
import styles from './Consent.module.css';
import { useConsentWords } from './words.ts';

interface Props {
  /** The names of the services in use. */
  readonly services: readonly string[];
  readonly onAnswer: (answer: 'yes' | 'no', before: Answer) => void;
}

/** Below every page: the question, until it is answered, and the way back to it. */
export function Consent({ services, onAnswer }: Props) {
  const shown = useConsentWords();
  const [answer, setAnswer] = useState(() => readAnswer(true));
  const [wanted, setWanted] = useState(false);
  const choices = useRef<HTMLButtonElement>(null);
  if (!shown) return null;
  const { words, locale } = shown;
  const take = (given: 'yes' | 'no') => {
    flushSync(() => {
      setAnswer(given);
      setWanted(false);
    });
    // The buttons are gone: back to where the visitor was.
    const place = wanted ? choices.current : document.getElementById('main');
    place?.focus({ preventScroll: true });
    onAnswer(given, answer);
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
