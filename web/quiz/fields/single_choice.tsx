import { type FieldProps, OptionLabel, type Field } from './field.tsx';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import rows from './choice.module.css';
import { useDigitKeys, useRadios } from './radios.ts';

export const singleChoice: Field<'single_choice'> = {
  Control: SingleChoice,
  problemText: ({ t }) => t('validation.wrong'),
};

/** Big rows to tap. Choosing one stores it and leaves the step at once (specification, section 2). */
function SingleChoice({ screen, headingId, pending, onAnswer }: FieldProps<ScreenOf<'single_choice'>>) {
  const { options, answer } = screen;
  const choose = (index: number) => {
    const option = options[index];
    if (!pending && option) onAnswer(option.key);
  };
  const { group, radio } = useRadios({ chosen: options.findIndex(({ key }) => key === answer), choose });
  useDigitKeys((digit) => choose(digit - 1));

  return (
    <div {...group} aria-labelledby={headingId} className={rows.rows}>
      {options.map((option, index) => (
        <button
          key={option.key}
          {...radio(index)}
          aria-disabled={pending || undefined}
          className={`${rows.row} ${rows.radio}`}
          data-value={option.key}
          data-digit={index < 9 ? index + 1 : undefined}
        >
          <OptionLabel option={option} />
        </button>
      ))}
    </div>
  );
}
