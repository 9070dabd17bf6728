import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ConsentAnswer } from '../consent.ts';
import barStyles from './ConsentBar.module.css';
import type { ConsentWords } from './words.ts';
import { Button } from '../../ui/Button.tsx';

interface BarProps {
  readonly words: ConsentWords;
  /** The names of the services in use, as a list in the visitor's language. */
  readonly services: string;
  /** What the visitor has answered so far. */
  readonly answer: ConsentAnswer;
  /** The visitor has asked for it: it takes the focus. */
  readonly wanted: boolean;
  readonly onAnswer: (answer: 'yes' | 'no') => void;
}

/** Asks whether the visitor allows analytics services, without covering anything. */
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

/** What a visitor answers a quiz with, and fills in a form with: to sign in, or up. */
const controls = 'main :is([data-step], form) :is(button, input, select, textarea, label, a)';

/**
 * Whether there is room for the bar at the bottom of the window; its height while it is there, else 0. Where it would
 * cover anything of a quiz's step or a form, it stands at the end of the page; so it does among the members' pages,
 * where the player has that place.
 */
function useRoom(bar: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    let frame = 0;
    const measure = () => setRoom(roomFor(bar.current));
    const measureSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    const resizes = new ResizeObserver(measureSoon);
    if (bar.current) resizes.observe(bar.current);
    resizes.observe(document.body);
    const changes = new MutationObserver(measureSoon);
    changes.observe(document.getElementById('root')!, { childList: true, subtree: true });
    addEventListener('resize', measureSoon);
    measure();
    return () => {
      cancelAnimationFrame(frame);
      resizes.disconnect();
      changes.disconnect();
      removeEventListener('resize', measureSoon);
    };
  }, [bar]);
  useLayoutEffect(() => {
    // Keyboard users see what has the focus.
    document.documentElement.style.scrollPaddingBottom = room > 0 ? `${room}px` : '';
  }, [room]);
  return room;
}

function roomFor(bar: HTMLElement | null): number {
  if (!bar || location.pathname.startsWith('/cabinet')) return 0;
  const height = bar.offsetHeight;
  const ends = [...document.querySelectorAll(controls)].map((control) => control.getBoundingClientRect().bottom);
  const end = Math.max(0, ...ends) + scrollY;
  return end <= innerHeight - height ? height : 0;
}
