import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import type { Answer } from '../consent.ts';
import barStyles from './ConsentBar.module.css';
import { useRoom } from './use-room.ts';
import type { ConsentWords } from './words.ts';

interface BarProps {
  readonly words: ConsentWords;
  /** The names of the services in use, as a list in the visitor's language. */
  readonly services: string;
  /** What the visitor has answered so far. */
  readonly answer: Answer;
  /** The visitor has asked for it: it takes the focus. */
  readonly wanted: boolean;
  readonly onAnswer: (answer: 'yes' | 'no') => void;
}

/** Asks whether services may be told of the visitor. It waits without standing in the way of anything. */
export function ConsentBar({ words, services, answer, wanted, onAnswer }: BarProps) {
  const bar = useRef<HTMLElement>(null);
  const room = useRoom(bar);
  useEffect(() => {
    if (wanted) bar.current?.focus();
  }, [wanted]);
  return (
    <div style={{ minHeight: room }}>
      <section
        ref={bar}
        tabIndex={-1}
        aria-label={words.label}
        className={room > 0 ? barStyles.floating : barStyles.bar}
      >
        <div className={barStyles.inner}>
          <p className={barStyles.text}>
            {words.ask.replace('{{services}}', services)}{' '}
            {answer !== 'open' && `${answer === 'yes' ? words.now_yes : words.now_no} `}
            <a href="/privacy-policy#measuring">{words.more}</a>
          </p>
          <div className={barStyles.answers}>
            <Button look="secondary" small onClick={() => onAnswer('no')}>
              {words.refuse}
            </Button>
            <Button look="secondary" small onClick={() => onAnswer('yes')}>
              {words.allow}
            </Button>
          </div>
        </div>
      </section>
    </div>
  );
}
