import { useTranslation } from 'react-i18next';
import type { Screen } from '../../engine/model.ts';
import { Control } from '../../web/quiz/fields/index.ts';

const quiz = { body: [], progress: { current: 3, final: 16, percent: 19 }, canGoBack: true } as const;

/** What a screen shows of its own, beside the place in the quiz. */
export type Own<Shown> = Shown extends Screen ? Omit<Shown, keyof typeof quiz | 'stepId'> : never;

/** The control of a step, without the page around it. */
export function QuizField({ name, screen }: { readonly name: string; readonly screen: Own<Screen> }) {
  const { t, i18n } = useTranslation('site');
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
