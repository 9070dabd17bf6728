interface Pace {
  /** Breaths a minute, at the beginning and at the end. */
  readonly from: number;
  readonly to: number;
}

export interface Breath {
  readonly breath: number;
  readonly breaths: number;
  readonly breathSeconds: number;
}

/** The share of a breath that goes in; out takes longer, which is what calms. */
const inhale = 0.42;

/** Breathing that slows down evenly. Each call goes on by so many seconds, `part` of the session being over. */
export function createBreath({ from, to }: Pace): (part: number, seconds: number) => Breath {
  let phase = 0;
  let breaths = 0;
  return (part, seconds) => {
    const breathSeconds = 60 / (from + (to - from) * part);
    phase += seconds / breathSeconds;
    if (phase >= 1) {
      phase -= 1;
      breaths += 1;
    }
    return { breath: heightOf(phase), breaths, breathSeconds };
  };
}

function heightOf(phase: number): number {
  return phase < inhale
    ? 0.5 - 0.5 * Math.cos((Math.PI * phase) / inhale)
    : 0.5 + 0.5 * Math.cos((Math.PI * (phase - inhale)) / (1 - inhale));
}
