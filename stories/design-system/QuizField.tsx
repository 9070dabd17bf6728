import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { Screen } from '../../engine/model.ts';
import type { FieldProps } from '../../web/quiz/fields/field.tsx';
import { otherFields as common } from '../../web/quiz/fields/other-fields.tsx';
import { rareFields as rare } from '../../web/quiz/fields/rare-fields.tsx';
import { singleChoice } from '../../web/quiz/fields/single_choice.tsx';

const quiz = { body: [], progress: { current: 3, final: 16, percent: 19 }, canGoBack: true } as const;

const fields = { ...common, ...rare, single_choice: singleChoice };
type QuizScreen = Extract<Screen, { readonly type: keyof typeof fields }>;

/** What a screen shows of its own, beside the place in the quiz. */
export type Own<Shown> = Shown extends QuizScreen ? Omit<Shown, keyof typeof quiz | 'stepId'> : never;

/** The control of a step, without the page around it. */
export function QuizField({ name, screen }: { readonly name: string; readonly screen: Own<QuizScreen> }) {
  const { t, i18n } = useTranslation('site');
  const Control = fields[screen.type].Control as ComponentType<FieldProps>;
  return (
    <>
      <p id={name}>{screen.title}</p>
      <Control
        screen={{ ...quiz, ...screen, stepId: name }}
        locale={i18n.language}
        t={t}
        headingId={name}
        pending={false}
        onAnswer={() => undefined}
        onNext={() => undefined}
      />
    </>
  );
}
