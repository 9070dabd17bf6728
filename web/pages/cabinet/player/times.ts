import { languageTag, type Locale } from '../../../../engine/model.ts';

/** As clocks show it: `4:05`, `1:02:30`. */
export function clockTime(seconds: number): string {
  const [hours, minutes, rest] = partsOf(seconds);
  const end = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${end}` : `${minutes}:${end}`;
}

/** As one says it: `4 minutes 5 seconds`. */
export function spokenTime(seconds: number, locale: Locale): string {
  const [hours, minutes, rest] = partsOf(seconds);
  const words = [
    { value: hours, unit: 'hour' },
    { value: minutes, unit: 'minute' },
    { value: rest, unit: 'second' },
  ].filter(({ value, unit }) => value > 0 || unit === 'second');
  return words
    .map(({ value, unit }) =>
      new Intl.NumberFormat(languageTag(locale), { style: 'unit', unit, unitDisplay: 'long' }).format(value),
    )
    .join(' ');
}

function partsOf(seconds: number): [hours: number, minutes: number, seconds: number] {
  const whole = Math.max(0, Math.floor(seconds));
  return [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
}
