/** Samples that are worked on at once: what changes slowly is worked out once a block, and glides within it. */
export const blockSamples = 192;

/** Where the session is when a block begins. */
export interface BlockStart {
  /** Seconds; negative while it is tuned in, before anything is heard. */
  readonly time: number;
  /** From 0 at the beginning to 1 at the end. */
  readonly part: number;
  /** From 0, breathed out, to 1, breathed in. */
  readonly breath: number;
  /** Whole breaths so far. */
  readonly breaths: number;
  /** Seconds that a breath takes now. */
  readonly breathSeconds: number;
}

/** What layers add to, a block long each. */
export interface Mix {
  readonly left: Float32Array;
  readonly right: Float32Array;
  /** What goes into the room as well. */
  readonly roomLeft: Float32Array;
  readonly roomRight: Float32Array;
}

/** One of the sounds that a session is made of. Adds its next block to the mix. */
export type Layer = (mix: Mix, now: BlockStart) => void;

/** A mix without sound. */
export function createMix(): Mix {
  return {
    left: new Float32Array(blockSamples),
    right: new Float32Array(blockSamples),
    roomLeft: new Float32Array(blockSamples),
    roomRight: new Float32Array(blockSamples),
  };
}
