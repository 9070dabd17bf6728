import type { TFunction } from 'i18next';
import { languageTag, type Locale, type ScreenChart } from '../../../engine/model.ts';
import { shownText } from '../../ui/shown-text.ts';
import styles from './Chart.module.css';

interface ChartProps {
  readonly chart: ScreenChart;
  readonly locale: Locale;
  readonly t: TFunction;
}

/**
 * A drawing of numbers under what it shows. The numbers and their labels are texts beside the drawing, so that screen
 * readers read them in order; where the author describes the drawing, it is read first.
 */
export function Chart(props: ChartProps) {
  const { kind, title, alt } = props.chart;
  const Drawing = { line: Line, gauge: Gauge, bars: Bars }[kind];
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.title}>{shownText(title)}</figcaption>
      {alt !== undefined && <p className="unseen">{shownText(alt)}</p>}
      <Drawing {...props} />
    </figure>
  );
}

const plane = { width: 320, height: 112 };
const [left, right, top, bottom] = [9, plane.width - 9, 12, plane.height - 24];

/** From one value to another: steep in between, as changes begin and end slowly. */
function Line({ chart: { values, labels } }: ChartProps) {
  const { width, height } = plane;
  const [first, last] = [values[0]!.number, values[1]!.number];
  const middle = (top + bottom) / 2;
  const [from, to] = first === last ? [middle, middle] : first > last ? [top, bottom] : [bottom, top];
  const line = `M${left} ${from}C${width / 2} ${from} ${width / 2} ${to} ${right} ${to}`;
  return (
    <div className={styles.plane}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <path className={styles.grid} d={`M0 ${top}H${width}M0 ${middle}H${width}M0 ${bottom}H${width}`} />
        <path className={styles.area} d={`${line}V${height}H${left}Z`} />
        <path className={styles.line} pathLength={1} d={line} />
        <circle className={styles.start} cx={left} cy={from} r="6" />
        <circle className={styles.end} cx={right} cy={to} r="8" />
      </svg>
      <dl>
        {values.map(({ text }, at) => (
          <div key={at} className={(at === 0 ? from : to) === top ? styles.above : styles.below}>
            <dt>{labels[at]}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const [radius, stroke] = [120, 26];

/** A half circle of bands, with a mark where the value lies, and the bands as a list. */
function Gauge({ chart: { values, labels, scale = [] }, locale, t }: ChartProps) {
  const { number, text } = values[0]!;
  const [least, ...ends] = scale as readonly [number, ...number[]];
  const own = ends.slice(0, -1).filter((end) => number >= end).length;
  const whole = ends.at(-1)! - least;
  const part = (value: number) => Math.min(Math.max((value - least) / whole, 0), 1);
  const mark = pointAt(part(number), radius);
  const numbers = new Intl.NumberFormat(languageTag(locale));
  const range = (at: number) => {
    const [from, to] = [numbers.format(scale[at]!), numbers.format(scale[at + 1]!)];
    if (at === 0) return t('rare:chart.below', { to });
    return at === ends.length - 1 ? t('rare:chart.from', { from }) : t('rare:chart.between', { from, to });
  };
  return (
    <>
      <div className={styles.gauge}>
        <svg viewBox="0 0 280 150" aria-hidden="true">
          {ends.map((end, at) => (
            <path
              key={at}
              className={at === own ? styles.own : styles.band}
              strokeWidth={stroke}
              d={arc(part(scale[at]!) + (at > 0 ? 0.006 : 0), part(end) - (at < ends.length - 1 ? 0.006 : 0))}
            />
          ))}
          <circle className={styles.mark} cx={mark.x} cy={mark.y} r="11" />
        </svg>
        <p>
          <strong>{text}</strong>
          <span>{labels[own]}</span>
        </p>
      </div>
      <ul className={styles.bands}>
        {labels.map((label, at) => (
          <li key={at} aria-current={at === own || undefined}>
            <span>{label}</span> <span>{range(at)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A point of the half circle, from 0 at its left end to 1 at its right. */
function pointAt(part: number, distance: number): { readonly x: number; readonly y: number } {
  const angle = Math.PI * (1 - part);
  return { x: round(140 + distance * Math.cos(angle)), y: round(136 - distance * Math.sin(angle)) };
}

function arc(from: number, to: number): string {
  const [start, end] = [pointAt(from, radius), pointAt(to, radius)];
  return `M${start.x} ${start.y}A${radius} ${radius} 0 0 1 ${end.x} ${end.y}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A bar for each value, from zero. */
function Bars({ chart: { values, labels } }: ChartProps) {
  const numbers = values.map(({ number }) => number);
  const [least, most] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const percent = (size: number) => `${most > least ? (100 * size) / (most - least) : 0}%`;
  return (
    <dl className={styles.bars}>
      {values.map(({ number, text }, at) => (
        <div key={at}>
          <dt>{labels[at]}</dt>
          <dd>
            {text}
            <svg aria-hidden="true">
              <rect className={styles.track} width="100%" height="100%" rx="6" />
              <rect
                className={styles.bar}
                x={percent(Math.min(0, number) - least)}
                width={percent(Math.abs(number))}
                height="100%"
                rx="6"
              />
            </svg>
          </dd>
        </div>
      ))}
    </dl>
  );
}
