import { useEffect, useRef } from 'react';
import type { Locale, Result, SceneDrawing, SiteText, Testimonial } from '../../../engine/model.ts';
import { Disclaimer } from '../Disclaimer.tsx';
import { Medallion } from '../drawings/Medallion.tsx';
import { QuizScene } from '../drawings/QuizScene.tsx';
import { TextWithEmail } from '../TextWithEmail.tsx';
import { GuaranteeNote, GuaranteeSeal, PlanChoice } from './PlanChoice.tsx';
import { type Makers, type PlanContent, sampledSession } from './plan-content.ts';
import action from '../PageAction.module.css';
import { Testimonials } from '../../quiz/display/Testimonials.tsx';
import styles from './PlanView.module.css';
import { PlanWeeks } from './PlanWeeks.tsx';
import { SessionSample } from '../sample/SessionSample.tsx';
import { writeAmount } from '../../../engine/shop/money.ts';
import { QuotedText } from '../QuotedText.tsx';
import { type Plan, useSite } from '../../site.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { shownText } from '../../ui/shown-text.ts';

interface Props {
  readonly result: Result;
  /** The quiz's own; default: a picture of the site's. */
  readonly scene?: SceneDrawing | undefined;
  readonly content: PlanContent;
  readonly plans: readonly Plan[];
  readonly locale: Locale;
  readonly chosenPlan: Plan['id'];
  readonly onChoosePlan: (plan: Plan['id']) => void;
  /** To the sign-up. */
  readonly onContinue: () => void;
}

/** The personalised plan: the visitor's goal, four weeks, what is promised, and the plans that can be bought. */
export function PlanView({ result, scene, content, plans, locale, chosenPlan, onChoosePlan, onContinue }: Props) {
  const { t } = useTranslation('plan');
  const { site, hides } = result;
  const own = (text: SiteText, name: string) => shownText(site[text] ?? t(name));
  const chosen = plans.find(({ id }) => id === chosenPlan);
  const sampled = sampledSession(result.topics, content.sessions);
  const [plansRef, showPlans] = usePlansShown();
  const isPromised = !hides.includes('guarantee');
  const wayOn = chosen && (
    <>
      {isPromised && <GuaranteeLine />}
      <Button wide onClick={() => showPlans() || onContinue()}>
        <span>
          {own('plan_button', 'continue.button')} ·{' '}
          <span className={styles.price}>{t(`plans.${chosen.id}.price`, { price: writeAmount(chosen, locale) })}</span>
        </span>
        <Icon name="forward" size={20} />
      </Button>
    </>
  );
  return (
    <article className={styles.page}>
      <div className={styles.start}>
        <header className={styles.header}>
          {scene ? <QuizScene drawing={scene} /> : <Medallion scene="dawn" />}
          <p className={styles.eyebrow}>{own('plan_eyebrow', 'title')}</p>
          <h1 className={styles.title}>{own('plan_title', 'heading')}</h1>
        </header>
        {result.goal && <Goal text={result.goal} />}
        {!hides.includes('facts') && <PlanFacts satisfaction={!hides.includes('satisfaction')} />}
        {sampled && (
          <div className={styles.sample}>
            <SessionSample session={sampled} />
            {content.makers?.made && <p className={styles.made}>{content.makers.made}</p>}
          </div>
        )}
        <PlanWeeks
          topics={result.topics}
          sessions={content.sessions}
          title={own('plan_weeks_title', 'weeks.title')}
          intro={own('plan_weeks_intro', 'weeks.intro')}
        />
      </div>
      <section className={styles.plans} aria-labelledby="plans">
        <h2 id="plans">{own('plan_prices_title', 'plans.title')}</h2>
        <p className={styles.intro}>{own('plan_prices_intro', 'plans.intro')}</p>
        <PlanChoice ref={plansRef} plans={plans} locale={locale} chosenPlan={chosenPlan} onChoosePlan={onChoosePlan} />
        <div className={`${action.here} ${styles.here}`}>{wayOn}</div>
        {chosen && (
          <div className={styles.way}>
            <p className={styles.due}>{t(`plans.${chosen.id}.summary`, { price: writeAmount(chosen, locale) })}</p>
            <p className={styles.after}>{own('plan_after', 'continue.next')}</p>
          </div>
        )}
      </section>
      <div className={styles.rest}>
        {isPromised && <GuaranteeNote />}
        {content.testimonials && <Voices testimonials={content.testimonials} />}
        {content.makers && <MakersOfSessions makers={content.makers} />}
        {!hides.includes('questions') && <PlanQuestions />}
        <Disclaimer result={result} />
      </div>
      <div className={action.bar}>{wayOn}</div>
    </article>
  );
}

/** Of the plans: brings them into sight where none has been seen yet, and says whether it did. */
function usePlansShown() {
  const plans = useRef<HTMLFieldSetElement>(null);
  const areSeen = useRef(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        areSeen.current ||= entries.some(({ isIntersecting }) => isIntersecting);
      },
      { rootMargin: '0px 0px -30%' }, // what stands behind the button isn't seen
    );
    observer.observe(plans.current!);
    return () => observer.disconnect();
  }, []);
  const show = (): boolean => {
    if (areSeen.current) return false;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    plans.current!.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' });
    plans.current!.querySelector<HTMLElement>(':checked')!.focus({ preventScroll: true });
    return true;
  };
  return [plans, show] as const;
}

function Goal({ text }: { readonly text: string }) {
  const { t } = useTranslation('plan');
  return (
    <section className={styles.goal} aria-labelledby="goal">
      <h2 id="goal" className={styles.goalLabel}>
        {t('goal')}
      </h2>
      <p className={styles.goalText}>
        <QuotedText>{text}</QuotedText>
      </p>
    </section>
  );
}

/** The guarantee as a seal, beside the button with its price. */
function GuaranteeLine() {
  const { t } = useTranslation('plan');
  return (
    <p className={action.promise}>
      <GuaranteeSeal size={32} />
      {t('guarantee.line')}
    </p>
  );
}

/** What members say of the sessions. */
function Voices({ testimonials }: { readonly testimonials: readonly Testimonial[] }) {
  const { t } = useTranslation('plan');
  return (
    <section className={styles.section} aria-labelledby="voices">
      <h2 id="voices">{t('voices')}</h2>
      <Testimonials testimonials={testimonials} />
    </section>
  );
}

function MakersOfSessions({ makers: { title, text } }: { readonly makers: Makers }) {
  return (
    <section className={styles.makers} aria-labelledby="makers">
      <h2 id="makers">{title}</h2>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}

const clock = 'M12 3.6a8.4 8.4 0 1 0 0 16.8 8.4 8.4 0 0 0 0-16.8Zm0 4V12l2.9 1.9';
const shield = 'M12 3.4 5.2 5.9v5.3c0 4.3 2.8 7.5 6.8 9.4 4-1.9 6.8-5.1 6.8-9.4V5.9ZM9 11.9l2.2 2.2 4-4.3';

/** The three things that are promised of every plan (specification, section 1), each in a cell under its icon. */
function PlanFacts({ satisfaction }: { readonly satisfaction: boolean }) {
  const { t } = useTranslation('plan');
  return (
    <ul className={styles.facts}>
      <li className={styles.fact}>
        <Icon path={clock} />
        <strong className={styles.value}>{t('facts.length.value')}</strong>{' '}
        <span className={styles.label}>{t('facts.length.label')}</span>
      </li>
      {satisfaction && (
        <li className={styles.fact}>
          <Stars label={t('facts.satisfaction.stars')} />{' '}
          <strong className={styles.value}>{t('facts.satisfaction.value')}</strong>
        </li>
      )}
      <li className={styles.fact}>
        <Icon path={shield} />
        <strong className={styles.value}>{t('facts.guarantee.value')}</strong>{' '}
        <span className={styles.label}>{t('facts.guarantee.label')}</span>
      </li>
    </ul>
  );
}

function Stars({ label }: { readonly label: string }) {
  return (
    <span className={styles.rating}>
      <svg className={styles.stars} viewBox="0 0 100 20" aria-hidden="true">
        {[0, 20, 40, 60, 80].map((x) => (
          <path
            key={x}
            transform={`translate(${x})`}
            d="m10 2 2.4 5 5.5.8-4 3.8 1 5.4-4.9-2.6L5.1 17l1-5.4-4-3.8 5.5-.8z"
          />
        ))}
      </svg>
      <span className="unseen">{label}</span>
    </span>
  );
}

const questions = ['session', 'hypnosis', 'cancel', 'refund', 'medical', 'device'] as const;

/** What people ask before they sign up. The browser opens and closes the answers; no script is needed. */
function PlanQuestions() {
  const { t } = useTranslation('plan');
  const { email } = useSite().company;
  return (
    <section className={styles.section} aria-labelledby="questions">
      <h2 id="questions">{t('questions.title')}</h2>
      <div>
        {questions.map((question) => {
          const answer = t(`questions.${question}.answer`, { returnObjects: true, email }) as readonly string[];
          return (
            <details key={question} className={styles.item}>
              <summary className={styles.question}>
                {t(`questions.${question}.question`)}
                <Icon name="down" size={20} />
              </summary>
              <div className={styles.answer}>
                {answer.map((paragraph, index) => (
                  <p key={index}>
                    <TextWithEmail>{paragraph}</TextWithEmail>
                  </p>
                ))}
              </div>
            </details>
          );
        })}
      </div>
    </section>
  );
}
