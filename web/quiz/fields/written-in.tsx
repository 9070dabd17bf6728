/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-redundant-roles, jsx-a11y/role-has-required-aria-props --
   a native radio among buttons that are radios too */
import {
  Fragment,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import type { Answer, ScreenOption, WriteIn } from '../../../engine/model.ts';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { keyOf, tidyWords, withWords, wordsIn, wordsProblem } from '../../../engine/run/write-in.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { useEarlyFields } from '../early-fields.ts';
import rows from './choice.module.css';
import field from './field.module.css';
import { OptionLabel, type FieldProps } from './field.tsx';
import { Control } from './index.ts';
import { useDigitKeys, useRadios } from './radios.ts';
import { Submit } from './submit.tsx';
import styles from './written-in.module.css';

type One = ScreenOf<'single_choice'>;
type Several = ScreenOf<'multiple_choice'>;
type Props<Shown extends One | Several> = FieldProps<Shown> & { readonly writeIn: WriteIn };

/** A question with an option that visitors write in themselves: choosing it opens a field below it. */
export function WrittenIn({ screen, ...props }: FieldProps & Pick<Props<One>, 'writeIn'>) {
  if ('choose' in screen) return <WrittenAmongSeveral {...props} screen={screen} />;
  return <WrittenAlone {...props} screen={screen as One} />;
}

/** Choosing any other row leads on at once, as in each single choice; what is written in has a button. */
function WrittenAlone({ screen, writeIn, t, headingId, pending, onAnswer, onDraft }: Props<One>) {
  const { options, answer } = screen;
  const place = options.findIndex(({ key }) => key === writeIn.key);
  const [isOpen, setOpen] = useState(answer !== undefined && keyOf(answer) === writeIn.key);
  const form = useId();
  const words = useWords({ writeIn, answer, option: options[place], isOpen, form, t });
  const choose = (index: number) => {
    const option = options[index];
    if (pending || !option) return;
    setOpen(index === place);
    if (index !== place) onAnswer(option.key);
    else onDraft?.(option.key);
  };
  const chosen = isOpen ? place : options.findIndex(({ key }) => key === answer);
  const { group, radio } = useRadios({ chosen, choose });
  useDigitKeys((digit) => choose(digit - 1));
  useEarlyFields();

  /** Of the row to write in, which is no button and hears no digits. */
  const onKey = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Enter') choose(place);
    else if (!onDraft && !altKey && !ctrlKey && !metaKey) choose(Number(key) - 1);
  };
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    const written = words.take();
    if (written === undefined) onDraft?.(writeIn.key);
    else if (!pending) onAnswer(written);
  };

  return (
    <>
      <div {...group} aria-labelledby={headingId} className={rows.rows}>
        {options.map((option, index) => {
          const digit = index < 9 ? index + 1 : undefined;
          const ofRow = { 'data-value': option.key, 'data-digit': digit };
          const isOff = pending || undefined;
          if (index !== place)
            return (
              <button
                key={option.key}
                {...radio(index)}
                {...ofRow}
                aria-disabled={isOff}
                className={`${rows.row} ${rows.radio}`}
              >
                <OptionLabel option={option} />
              </button>
            );
          // A tap on it answers nothing, also before the page's own script has come: that finds it checked.
          return (
            <Fragment key={option.key}>
              <label
                className={`${rows.row} ${rows.radio}`}
                data-tapped={isOpen ? '' : undefined}
                data-digit={onDraft ? undefined : digit}
              >
                <input
                  type="radio"
                  role="radio"
                  className={styles.radio}
                  {...ofRow}
                  tabIndex={radio(index).tabIndex}
                  aria-disabled={isOff}
                  checked={isOpen}
                  onChange={() => choose(index)}
                  onKeyDown={onKey}
                />
                <OptionLabel option={option} />
              </label>
              {isOpen && words.field}
            </Fragment>
          );
        })}
      </div>
      {isOpen && (
        <form id={form} noValidate onSubmit={send}>
          <Submit screen={screen} t={t} pending={pending} />
        </form>
      )}
    </>
  );
}

/** What is chosen besides stays chosen. */
function WrittenAmongSeveral({ screen, writeIn, onAnswer, onDraft, ...props }: Props<Several>) {
  const { options, answer } = screen;
  const [keys, setKeys] = useState<readonly string[]>(() => (answer ?? []).map(keyOf));
  const isOpen = keys.includes(writeIn.key);
  const option = options.find(({ key }) => key === writeIn.key);
  const words = useWords({ writeIn, answer, option, isOpen, t: props.t });
  const choose = (chosen: Answer) => {
    setKeys(chosen as readonly string[]);
    onDraft?.(chosen);
  };
  const send = (chosen: Answer) => {
    if (!isOpen) return onAnswer(chosen);
    const written = words.take();
    if (written === undefined) return onDraft?.(chosen);
    return onAnswer((chosen as readonly string[]).map((key) => (key === writeIn.key ? written : key)));
  };
  return (
    <Control
      {...props}
      screen={{ ...screen, answer: keys }}
      onAnswer={send}
      onDraft={choose}
      below={(key) => isOpen && key === writeIn.key && words.field}
    />
  );
}

interface WordsOptions extends Pick<FieldProps, 't'> {
  readonly writeIn: WriteIn;
  /** What was answered before. */
  readonly answer: Answer | undefined;
  readonly option: ScreenOption | undefined;
  /** Whether the option is chosen. */
  readonly isOpen: boolean;
  /** Id of the form that the field belongs to, where it doesn't stand in it. */
  readonly form?: string;
}

interface Words {
  readonly field: ReactNode;
  /** The option with what is written; where that can't be taken, says why from now on, and moves the focus there. */
  readonly take: () => string | undefined;
}

/** The field of an option that visitors write in themselves. It gets the focus when they choose the option. */
function useWords({ writeIn, answer, option, isOpen, form, t }: WordsOptions): Words {
  const { key, maxLength } = writeIn;
  const [typed, setTyped] = useState(() => wordsIn(answer, key) ?? '');
  const [isChecked, setChecked] = useState(false);
  const wasOpen = useRef(isOpen);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    if (isOpen && !wasOpen.current) input.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const words = tidyWords(typed);
  const problem = wordsProblem(words, writeIn);
  const take = () => {
    setChecked(true);
    if (!problem) return withWords(key, words);
    input.current?.focus();
    return undefined;
  };
  const isWrong = isChecked && problem !== null;
  const shown = (
    <div className={styles.below}>
      <label htmlFor={id}>{option?.writeIn ?? t('rare:write_in.label')}</label>
      <div className={field.control}>
        <input
          ref={input}
          id={id}
          form={form}
          type="text"
          className={field.input}
          value={typed}
          maxLength={maxLength}
          placeholder={option?.placeholder}
          autoComplete="off"
          enterKeyHint="next"
          aria-required="true"
          aria-invalid={isWrong}
          aria-describedby={`${id}error`}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <FieldError id={`${id}error`}>
        {isWrong && (problem === 'too_long' ? t('validation.too_long', { max: maxLength }) : t('validation.fill'))}
      </FieldError>
    </div>
  );
  return { field: shown, take };
}
