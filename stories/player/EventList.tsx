import type { VisitEvent } from '../../engine/model.ts';
import { eventWords } from './facts.ts';
import styles from './Player.module.css';

interface Props {
  readonly events: readonly VisitEvent[];
  /** The step before the first event, and after each one. */
  readonly steps: readonly string[];
  readonly at: number;
  readonly onTravel: (moment: number) => void;
}

/** All that the visitor did; a press on an event goes to the moment right after it. */
export function EventList({ events, steps, at, onTravel }: Props) {
  const words = ['Start', ...events.map((event, index) => `${steps[index]}: ${eventWords(event)}`)];
  return (
    <section aria-labelledby="events">
      <h2 id="events">Events</h2>
      <ol className={styles.events} start={0}>
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
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
