/* oxlint-disable jsx-a11y/alt-text -- what a picture shows comes with it */
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { Chart } from '../display/Chart.tsx';
import styles from '../display/display.module.css';
import { Testimonials } from '../display/Testimonials.tsx';
import { Timer } from '../display/Timer.tsx';
import { Continue, type Field, type FieldProps } from './field.tsx';

/** A screen between questions that shows more than its words. */
export const display: Field<'display'> = { Control: Display, problemText: null };

function Display({ screen, locale, t, headingId, pending, onNext }: FieldProps<ScreenOf<'display'>>) {
  const { chart, picture, testimonials, timer } = screen;
  return (
    <>
      {chart && <Chart chart={chart} locale={locale} t={t} />}
      {picture && <img className={styles.picture} {...picture} />}
      {testimonials && <Testimonials testimonials={testimonials} />}
      {timer && <Timer timer={timer} headingId={headingId} locale={locale} t={t} />}
      <Continue screen={screen} t={t} pending={pending} onPress={onNext} />
    </>
  );
}
