/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus --
   arrow keys on native radios choose at once, and here choosing leaves the step */
import { type FieldProps, OptionLabel, type Field } from './field.tsx';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { useRef } from 'react';
import rows from './choice.module.css';
import { showChosen, shownPresses, useDigitKeys, useRovingFocus } from './radio-keys.ts';

export const singleChoice: Field<'single_choice'> = {
  Control: SingleChoice,
  problemText: ({ t }) => t('validation.wrong'),
};

/** Big rows to tap. Choosing one stores it and leaves the step at once (specification, section 2). */
function SingleChoice({ screen, headingId, pending, onAnswer }: FieldProps<ScreenOf<'single_choice'>>) {
  const { options, answer } = screen;
  const group = useRef<HTMLDivElement>(null);
  const focus = useRovingFocus(options.findIndex(({ key }) => key === answer));
  const choose = (index: number) => {
    const option = options[index];
    if (pending || !option) return;
    showChosen(group.current!, group.current!.children[index]);
    onAnswer(option.key);
  };
  useDigitKeys(group, (digit) => choose(digit - 1));

  return (
    <div
      ref={group}
      role="radiogroup"
      aria-labelledby={headingId}
      className={rows.rows}
      onKeyDown={focus.onKeyDown}
      {...shownPresses}
    >
      {options.map((option, index) => (
        <button
          key={option.key}
          type="button"
          role="radio"
          aria-checked={option.key === answer}
          aria-disabled={pending || undefined}
          tabIndex={focus.tabIndex(index)}
          className={rows.row}
          data-tap="answer"
          data-value={option.key}
          data-digit={index < 9 ? index + 1 : undefined}
          onClick={() => choose(index)}
        >
          <span className={rows.radio} />
          <OptionLabel option={option} />
        </button>
      ))}
    </div>
  );
}
