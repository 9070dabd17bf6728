/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a fieldset has looks and rules of its own, and may stand within */
import { useEffect, useId, useLayoutEffect, useRef, useState, type SyntheticEvent } from 'react';
import type { Answer, Answers, AskedField } from '../../../engine/model.ts';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { shownText } from '../../ui/shown-text.ts';
import { useEarlyFields } from '../early-fields.ts';
import { Continue, type Field, type FieldProps } from './field.tsx';
import styles from './group.module.css';
import { Control } from './index.ts';

export const group: Field<'group'> = { Control: Group, problemText: null };

/**
 * Several questions on one screen, each shown by the control of its type. Continue has each form say its answer or what
 * is wrong with it, as if its own Continue had been pressed; the first mistake gets the focus. A tap that answers does
 * not lead on here. What is asked only of some comes up as soon as it is known.
 */
function Group({ screen, onAnswer, onNext, ...props }: FieldProps<ScreenOf<'group'>>) {
  const { t, pending } = props;
  const [answers, setAnswers] = useState(screen.given);
  /** Fields without a form that were left out when Continue was pressed. */
  const [missing, setMissing] = useState<readonly string[]>([]);
  const place = useRef<HTMLDivElement>(null);
  /** As the forms have said them so far, while they are asked; all at once, before anything is shown again. */
  const said = useRef<Answers>(answers);
  const isAsking = useRef(false);
  const comingUp = useRef<string>(undefined);
  const id = useId();
  useEarlyFields();
  useEffect(withoutDigitKeys, []);

  const partOf = (field: string) => place.current?.querySelector<HTMLElement>(`[data-field="${field}"]`);
  useLayoutEffect(() => {
    if (comingUp.current === undefined) return;
    partOf(comingUp.current)?.querySelector<HTMLElement>(firstInput)?.focus();
    comingUp.current = undefined;
  });

  const take = (field: string, value: Answer): boolean => {
    said.current = { ...said.current, [field]: value };
    setAnswers(said.current);
    return screen.ask(said.current).every((each) => each.field !== field || each.problem === null);
  };
  const goOn = () => {
    if (!place.current) return; // it was left by the press before
    const shown = screen.ask(said.current);
    const forms = new Map(shown.map(({ field }) => [field, partOf(field)?.querySelector('form')]));
    said.current = Object.fromEntries(Object.entries(said.current).filter(([field]) => !forms.get(field)));
    isAsking.current = true;
    for (const form of forms.values()) form?.requestSubmit();
    const asked = screen.ask(said.current);
    const open = asked.find(({ field, problem }) => problem !== null || !partOf(field));
    if (!open) send(asked);
    else if (partOf(open.field)) showMistake(open.field);
    else comingUp.current = open.field;
    isAsking.current = false;
    setAnswers(said.current);
    setMissing(asked.flatMap(({ field, problem }) => (problem && forms.get(field) === null ? [field] : [])));
  };
  const send = (asked: readonly AskedField[]) => {
    if (pending) return;
    onNext();
    for (const { answer } of asked) onAnswer(answer);
  };
  const showMistake = (field: string) => {
    const form = partOf(field)?.querySelector('form');
    if (form) form.requestSubmit();
    else partOf(field)?.querySelector<HTMLElement>(firstInput)?.focus();
    // What is said of it may move it under Continue.
    requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'nearest' }));
  };
  const onSubmit = (event: SyntheticEvent) => {
    if (isAsking.current) return;
    event.preventDefault();
    event.stopPropagation();
    setTimeout(goOn); // while a form is being submitted it can't be asked to be
  };

  return (
    <div ref={place} className={styles.group} onSubmitCapture={onSubmit}>
      {screen.ask(answers).map(({ field, screen: question, problem }) => {
        const headingId = `${id}${field}`;
        return (
          <div
            key={field}
            role="group"
            aria-labelledby={headingId}
            aria-describedby={`${headingId}error`}
            data-field={field}
            className={styles.field}
          >
            <h2 id={headingId}>{shownText(question.title)}</h2>
            {question.subtitle !== undefined && <p>{shownText(question.subtitle)}</p>}
            {question.body.map((paragraph, index) => (
              <p key={index}>{shownText(paragraph)}</p>
            ))}
            <FieldError id={`${headingId}error`}>
              {missing.includes(field) && problem && t('validation.select_one')}
            </FieldError>
            <Control
              {...props}
              screen={question}
              headingId={headingId}
              onAnswer={(value) => take(field, value)}
              onDraft={(value) => take(field, value)}
              onNext={onNext}
            />
          </div>
        );
      })}
      <form noValidate>
        <Continue screen={screen} t={t} pending={pending} />
      </form>
    </div>
  );
}

/** Digits would choose in all of the questions at once. */
function withoutDigitKeys() {
  addEventListener('keydown', keepDigit, true);
  return () => removeEventListener('keydown', keepDigit, true);
}

function keepDigit(event: KeyboardEvent): void {
  const isTyped = event.target instanceof Element && event.target.matches('input, textarea');
  if (/^[1-9]$/.test(event.key) && !isTyped) event.stopPropagation();
}

const firstInput = 'input, textarea, [tabindex="0"]';
