import { writeFacts, type Facts } from './facts.ts';
import styles from './Player.module.css';

interface Props {
  readonly facts: Facts;
  /** One event earlier; none at the start. */
  readonly before: Facts | undefined;
}

/** The snapshot as JSON, with what the last event changed marked. */
export function FactsView({ facts, before }: Props) {
  return (
    <section aria-labelledby="snapshot">
      <h2 id="snapshot">Snapshot</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it */}
      <pre className={styles.facts} tabIndex={0}>
        {writeFacts(facts, before).map(({ text, isNew }, index) =>
          isNew ? <mark key={index}>{`${text}\n`}</mark> : <span key={index}>{`${text}\n`}</span>,
        )}
      </pre>
    </section>
  );
}
