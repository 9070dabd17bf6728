/** One time of listening to one session on one day, from its first sound to its end or until something else is played. */
export interface Listening {
  /** A UUID. */
  readonly play: string;
  /** The listener's date, such as `2026-11-21`. */
  readonly day: string;
  /** Seconds of sound so far, by the clock: at another speed they are not those of the session. */
  readonly heardSeconds: number;
  /** Whether there has been any sound. */
  readonly hasBegun: boolean;
  /** When the server was told of it last, in milliseconds; null for never. */
  readonly toldAt: number | null;
  /** Where the sound was last, while it goes on; null after a break or a jump. */
  readonly mark: { readonly position: number; readonly at: number } | null;
}

export function newListening(play: string, day: string): Listening {
  return { play, day, heardSeconds: 0, hasBegun: false, toldAt: null, mark: null };
}

interface Moment {
  /** In the session, in seconds. */
  readonly position: number;
  /** Milliseconds. */
  readonly now: number;
  readonly speed: number;
}

/** The sound has come to this position. What a sleeping computer or a jump adds to clock or position was not heard. */
export function hear(listening: Listening, { position, now, speed }: Moment): Listening {
  const { mark, heardSeconds } = listening;
  const played = mark ? (position - mark.position) / speed : 0;
  const passed = mark ? (now - mark.at) / 1000 : 0;
  const heard = Math.max(0, Math.min(played, passed));
  return { ...listening, hasBegun: true, heardSeconds: heardSeconds + heard, mark: { position, at: now } };
}

/** The sound breaks off or jumps. */
export const pauseHearing = (listening: Listening): Listening => ({ ...listening, mark: null });
