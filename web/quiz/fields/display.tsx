/* oxlint-disable jsx-a11y/alt-text -- what a picture shows comes with it */
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { Chart } from '../display/Chart.tsx';
import styles from '../display/display.module.css';
import { Testimonials } from '../display/Testimonials.tsx';
import { Continue, type Field, type FieldProps } from './field.tsx';

/** A screen between questions that shows more than its words. */
export const display: Field<'display'> = { Control: Display, problemText: null };

function Display({ screen, locale, t, pending, onNext }: FieldProps<ScreenOf<'display'>>) {
  const { chart, picture, testimonials } = screen;
  return (
    <>
      {chart && <Chart chart={chart} locale={locale} t={t} />}
      {picture && <img className={styles.picture} {...picture} />}
      {testimonials && <Testimonials testimonials={testimonials} />}
      <Continue screen={screen} t={t} pending={pending} onPress={onNext} />
    </>
  );
}
