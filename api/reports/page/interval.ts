import { html, type Html } from '../../emails/html.ts';

export type Interval = readonly [low: number, high: number];

interface Measured {
  readonly interval: Interval;
  readonly rate: number;
  /** The ends of what is drawn, from the lowest of all intervals to the highest. */
  readonly scale: Interval;
}

/** An interval with the rate inside it, on a scale as wide as its room; the figures stand beside it. */
export function renderInterval({ interval, rate, scale: [lowest, highest] }: Measured): Html {
  const at = (value: number) => {
    const part = highest > lowest ? (value - lowest) / (highest - lowest) : 0;
    // Room for the round ends of the lines.
    return `${Math.round(20 + 960 * part) / 10}%`;
  };
  const [low, high] = interval.map(at);
  return html`<svg class="range" aria-hidden="true" width="100%" height="16">
    <line class="track" x1="2%" x2="98%" y1="8" y2="8" />
    <line class="fill" x1="${low!}" x2="${high!}" y1="8" y2="8" />
    <line class="mark" x1="${at(rate)}" x2="${at(rate)}" y1="2" y2="14" />
  </svg>`;
}
