import { useId, useState } from 'react';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import rows from './choice.module.css';
import { OptionLabel, problemOf, type Explained, type Field, type FieldProps } from './field.tsx';
import { Submit, useSubmit } from './submit.tsx';
import field from './field.module.css';
import styles from './rank.module.css';

type Props = FieldProps<ScreenOf<'rank'>>;

export const rank: Field<'rank'> = { Control: Rank, problemText };

/** Options that get their places in the order of the taps. The rows stay where they are; none has a place by itself. */
function Rank({ screen, locale, t, headingId, pending, onAnswer }: Props) {
  const { options, answer = [] } = screen;
  const [order, setOrder] = useState<readonly string[]>(answer);
  const [said, setSaid] = useState('');
  const id = useId();
  const problem = problemOf(screen, order);
  const { checked, submit } = useSubmit({ answer: order, problem, pending, onAnswer, wrong: 'input:not(:checked)' });
  const shown = checked && problem ? problemText({ screen, problem, locale, t }) : null;

  const labelOf = (key: string) => options.find((option) => option.key === key)!.label;
  const placeOf = (keys: readonly string[], key: string) => {
    const place = keys.indexOf(key) + 1;
    return place > 0 ? t('rare:rank.place', { place, last: options.length }) : t('rare:rank.without');
  };
  const tap = (key: string) => {
    const next = moved(
      options.map((option) => option.key),
      order,
      key,
    );
    const changed = [...new Set([...next, ...order])].filter((each) => next.indexOf(each) !== order.indexOf(each));
    setSaid(changed.map((each) => `${labelOf(each)}, ${placeOf(next, each)}.`).join(' '));
    setOrder(next);
  };

  return (
    <form noValidate onSubmit={submit}>
      <fieldset className={field.list} aria-labelledby={headingId} aria-describedby={`${id}hint`}>
        <p id={`${id}hint`} className={shown ? 'unseen' : field.hint}>
          {t('rare:rank.hint')}
        </p>
        <FieldError id={`${id}error`}>{shown}</FieldError>
        <div className={rows.rows}>
          {options.map((option) => {
            const place = order.indexOf(option.key) + 1;
            return (
              <label key={option.key} className={rows.row}>
                <input
                  type="checkbox"
                  className={styles.place}
                  data-place={place || undefined}
                  checked={place > 0}
                  aria-invalid={shown !== null && !place}
                  aria-describedby={place ? id + option.key : shown ? `${id}error` : undefined}
                  onChange={() => tap(option.key)}
                />
                <OptionLabel option={option} />
                <span id={id + option.key} hidden>
                  {placeOf(order, option.key)}
                </span>
              </label>
            );
          })}
        </div>
      </fieldset>
      <output className="unseen">{said}</output>
      <Submit screen={screen} t={t} pending={pending} />
    </form>
  );
}

/**
 * With the tapped one at the next place, or taken out. The last place is given by itself and taken back by itself: a
 * visitor who taps all of them in a row takes none out.
 */
function moved(keys: readonly string[], order: readonly string[], tapped: string): readonly string[] {
  if (!order.includes(tapped)) {
    const open = keys.filter((key) => key !== tapped && !order.includes(key));
    return [...order, tapped, ...(open.length === 1 ? open : [])];
  }
  if (order.length < keys.length) return order.filter((key) => key !== tapped);
  return tapped === order.at(-1) ? order : order.slice(0, -1).filter((key) => key !== tapped);
}

function problemText({ problem, t }: Explained): string {
  return t(problem === 'required' ? 'rare:rank.incomplete' : 'validation.wrong');
}
