import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { Chart } from '../display/Chart.tsx';
import { Continue, type Field, type FieldProps } from './field.tsx';

/** A screen between questions that shows more than its words. */
export const display: Field<'display'> = { Control: Display, problemText: null };

function Display({ screen, locale, t, pending, onNext }: FieldProps<ScreenOf<'display'>>) {
  const { chart } = screen;
  return (
    <>
      {chart && <Chart chart={chart} locale={locale} t={t} />}
      <Continue screen={screen} t={t} pending={pending} onPress={onNext} />
    </>
  );
}
