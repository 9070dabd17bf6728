import { useMemo } from 'react';
import type { CompiledStep } from '../../engine/model.ts';
import { toScreen } from '../../engine/run/screen.ts';
import { ScreenView } from '../../web/quiz/ScreenView.tsx';
import { useTranslation } from 'react-i18next';
import type { SheetCard } from '../flow-pages/flow-pages-data.ts';
import { storyLink } from '../flow-pages/story-link.ts';
import type { StoryFunnel } from '../funnel-data.ts';
import { startVisit } from '../step/start-visit.ts';
import styles from './Sheet.module.css';

interface Props {
  readonly funnel: StoryFunnel;
  readonly cards: readonly SheetCard[];
}

/** All steps of a funnel at a glance, each with where it leads. */
export function SheetStory({ funnel, cards }: Props) {
  const locale = useTranslation().i18n.language;
  const words = funnel.words[locale]!;
  return (
    <main className={styles.page}>
      <h1>{words.name}</h1>
      <ol className={styles.sheet}>
        {cards.map((card) => (
          <Card key={`${card.step} ${locale}`} funnel={funnel} card={card} />
        ))}
      </ol>
    </main>
  );
}

function Card({ funnel, card }: { readonly funnel: StoryFunnel; readonly card: SheetCard }) {
  const locale = useTranslation().i18n.language;
  const step = funnel.funnel.steps.find(({ id }) => id === card.step)!;
  const story = card.stories[locale];
  return (
    <li className={styles.card} data-card={step.id} lang="en">
      <div className={styles.frame}>
        <SmallScreen funnel={funnel} card={card} />
        {story !== undefined && (
          <a className={styles.link} href={storyLink(story)} target="_top" aria-label={`Open the step ${step.id}`} />
        )}
      </div>
      <p className={styles.id}>{step.id}</p>
      <p className={styles.type}>
        {step.type.replaceAll('_', ' ')}
        {step.goal !== undefined && ` · goal ${step.goal}`}
      </p>
      <StepTransitions step={step} />
    </li>
  );
}

/** The step as the visitor meets it, to be looked at only. */
function SmallScreen({ funnel: { funnel, words }, card }: { readonly funnel: StoryFunnel; readonly card: SheetCard }) {
  const locale = useTranslation().i18n.language;
  const screen = useMemo(
    () => toScreen({ funnel, words: words[locale]! }, startVisit(funnel, card.visit).getSnapshot()),
    [funnel, words, card, locale],
  );
  const { scene, accent } = words[locale]!.look;
  return (
    <div className={styles.screen} aria-hidden inert lang={locale} data-accent={accent}>
      {screen && <ScreenView {...{ screen, locale, scene }} onAnswer={stay} onNext={stay} onBack={stay} />}
    </div>
  );
}

/** Who sees the step, and where it leads. */
function StepTransitions({ step }: { readonly step: CompiledStep }) {
  return (
    <ul className={styles.ways}>
      {step.showIf !== undefined && <li>shown if {<code>{step.showIf}</code>}</li>}
      {Object.entries(step.offeredIf ?? {}).map(([option, condition]) => (
        <li key={option}>
          option <strong>{option}</strong> shown if <code>{condition}</code>
        </li>
      ))}
      {step.next.map(({ to, when }) => (
        <li key={`${to} ${when}`}>
          → <strong>{to ?? 'finish'}</strong>
          {when !== undefined && (
            <>
              {' '}
              if <code>{when}</code>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function stay(): void {}
