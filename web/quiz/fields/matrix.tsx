/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a fieldset can't be a row of a grid */
import { useId, useState, type KeyboardEvent } from 'react';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { problemOf, type Explained, type Field, type FieldProps } from './field.tsx';
import { Submit, useSubmit } from './submit.tsx';
import field from './field.module.css';
import styles from './matrix.module.css';

type Props = FieldProps<ScreenOf<'matrix'>>;

export const matrix: Field<'matrix'> = { Control: Matrix, problemText };

/**
 * Statements on one scale: each a group of radios; one below the other on phones, as a table where there is room. Where
 * rows may be left out, what is chosen is taken back by choosing it again.
 */
function Matrix({ screen, locale, t, headingId, pending, onAnswer, onDraft }: Props) {
  const { rows, columns, required = true } = screen;
  const [cells, setCells] = useState<readonly string[]>(screen.answer ?? []);
  const id = useId();
  const problem = problemOf(screen, cells);
  const wrong = '[role="radiogroup"]:not(:has(:checked)) input';
  const { checked, submit } = useSubmit({ answer: cells, problem, pending, onAnswer, wrong });
  const isAnswered = (row: string) => cells.some((cell) => cell.startsWith(`${row}.`));
  const choose = (row: string, ...chosen: readonly string[]) => {
    const next = [...cells.filter((each) => !each.startsWith(`${row}.`)), ...chosen];
    setCells(next);
    onDraft?.(next);
  };
  const takeBack = (row: string, cell: string) => {
    if (!required && cells.includes(cell)) choose(row);
  };
  const takeBackByKey = (event: KeyboardEvent, row: string, cell: string) => {
    if (event.key !== ' ' || required || !cells.includes(cell)) return;
    event.preventDefault(); // or the browser would choose it again
    choose(row);
  };

  return (
    <form noValidate onSubmit={submit}>
      {!required && (
        <p id={`${id}hint`} className={field.hint}>
          {t('rare:matrix.hint')}
        </p>
      )}
      <FieldError id={`${id}error`}>{checked && problem && problemText({ screen, problem, locale, t })}</FieldError>
      <div
        role="group"
        aria-labelledby={headingId}
        aria-describedby={required ? undefined : `${id}hint`}
        className={styles.table}
      >
        <div className={styles.head} aria-hidden="true">
          {columns.map(({ key, label }) => (
            <span key={key}>{label}</span>
          ))}
        </div>
        {rows.map(({ key: row, label, note }) => {
          const isMissing = required && checked && !isAnswered(row);
          return (
            <div
              key={row}
              role="radiogroup"
              aria-labelledby={id + row}
              aria-required={required}
              aria-invalid={isMissing}
              aria-describedby={isMissing ? `${id}${row}error` : undefined}
              className={styles.row}
            >
              <div className={styles.words}>
                <span id={id + row}>
                  {label}
                  {note !== undefined && <span className={styles.note}> {note}</span>}
                </span>
                {isMissing && (
                  <span id={`${id}${row}error`} className={styles.missing}>
                    {t('rare:matrix.missing')}
                  </span>
                )}
              </div>
              {columns.map(({ key: column, label: name }) => (
                <label key={column} className={styles.cell}>
                  <input
                    type="radio"
                    name={id + row}
                    data-cell={`${row}.${column}`}
                    checked={cells.includes(`${row}.${column}`)}
                    onChange={() => choose(row, `${row}.${column}`)}
                    onClick={() => takeBack(row, `${row}.${column}`)}
                    onKeyUp={(event) => takeBackByKey(event, row, `${row}.${column}`)}
                  />
                  <span className={styles.name}>{name}</span>
                </label>
              ))}
            </div>
          );
        })}
      </div>
      <Submit screen={screen} t={t} pending={pending} />
    </form>
  );
}

function problemText({ problem, t }: Explained): string {
  return t(problem === 'required' ? 'rare:matrix.incomplete' : 'validation.wrong');
}
