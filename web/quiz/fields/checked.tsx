/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a fieldset has looks and rules of its own, and may stand within */
import { useId, useRef, useState } from 'react';
import type { Answer } from '../../../engine/model.ts';
import { rulesOf } from '../../../engine/run/steps/index.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/FieldError.tsx';
import type { AnyField, FieldProps } from './field.tsx';
import styles from './checked.module.css';
import { Control } from './index.ts';
import { WrittenIn } from './written-in.tsx';

export const checked: AnyField = { Control: Checked, problemText: null };

/**
 * A question with a check: above its control it says what is wrong with an answer that the visit doesn't take. One that
 * may be left out has a button for that below it, and one with an option to write in a field there.
 */
function Checked({ screen: { check, optional, writeIn, ...screen }, onAnswer, ...props }: FieldProps) {
  const [isRefused, setRefused] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const id = useId();
  const answer = (value: Answer) => {
    if (onAnswer(value) !== false) return true;
    setRefused(true);
    group.current?.querySelector<HTMLElement>('input, textarea, [tabindex="0"]')?.focus();
    return false;
  };
  return (
    <div
      ref={group}
      role="group"
      aria-labelledby={props.headingId}
      aria-describedby={isRefused ? id : undefined}
      className={styles.checked}
      onChange={() => setRefused(false)}
    >
      <FieldError id={id}>{isRefused && check}</FieldError>
      {writeIn ? (
        <WrittenIn {...props} screen={screen} writeIn={writeIn} onAnswer={answer} />
      ) : (
        <Control {...props} screen={screen} onAnswer={answer} />
      )}
      {optional && (
        <Button
          look="quiet"
          wide
          busy={props.pending}
          data-tap="next"
          data-skip
          onClick={() => onAnswer(rulesOf(screen).question!.nothing)}
        >
          {props.t('rare:optional.skip')}
        </Button>
      )}
    </div>
  );
}
