import { useEffect, useRef } from 'react';
import type { VisitEvent } from '../../engine/model.ts';
import { eventWords, timeWords } from './facts.ts';
import styles from './Player.module.css';

interface Props {
  /** What stands for the moment before the first event. */
  readonly start: string;
  readonly events: readonly VisitEvent[];
  /** Milliseconds since the start, of the first events or of none. */
  readonly times: readonly number[];
  /** The step before the first event, and after each one. */
  readonly steps: readonly string[];
  readonly at: number;
  readonly onTravel: (moment: number) => void;
}

/** All that the visitor did; a press on an event goes to the moment right after it. */
export function EventList({ start, events, times, steps, at, onTravel }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => showChild(list.current!, at), [at]);
  const words = [start, ...events.map((event, index) => `${steps[index]}: ${eventWords(event)}`)];
  return (
    <section aria-labelledby="events">
      <h2 id="events">Events</h2>
      <ol ref={list} className={styles.events} start={0}>
        {words.map((text, moment) => (
          <li key={moment}>
            <button
              type="button"
              className={styles.event}
              aria-current={moment === at ? 'step' : undefined}
              data-later={moment > at || undefined}
              onClick={() => onTravel(moment)}
            >
              {text}
              {times[moment - 1] !== undefined && <time className={styles.when}>{timeWords(times[moment - 1]!)}</time>}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Scrolls the list, and only the list, until the child can be seen. */
function showChild(list: HTMLElement, index: number): void {
  const child = list.children[index]!.getBoundingClientRect();
  const view = list.getBoundingClientRect();
  if (child.top < view.top) list.scrollTop -= view.top - child.top;
  else if (child.bottom > view.bottom) list.scrollTop += child.bottom - view.bottom;
}
