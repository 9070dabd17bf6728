import type { Log } from '../../platform/log.ts';

/** What a session's sound depends on: the same four give the same bytes. */
export interface Piece {
  readonly id: string;
  readonly category: string;
  readonly voice: string;
  readonly durationSeconds: number;
}

/** Half a minute in the sound of a session, for visitors who have no account yet. */
export function sampleOf(piece: Piece): Piece {
  return { ...piece, durationSeconds: 30 };
}

/** Audio that is there, or will be. */
export interface MadeAudio {
  readonly name: string;
  readonly bytes: number;
  /** Where it is once it is whole. */
  readonly path: string;
  /** Where it is until then; null where it is whole. */
  readonly partPath: string | null;
  readonly making: AudioInProgress | null;
}

/** A file that is being made, or is about to be. */
export interface AudioInProgress {
  /** How many bytes there are so far. */
  readonly written: number;
  /** Counts a listener, until a moment after `signal` says that they have left. */
  attend(signal: AbortSignal): void;
  /** Counts a listener who was asked to come back as one who waits, for half a minute. */
  keepPlace(): void;
  /** Resolves when so many bytes are there. Rejects with a `MakingError` when they never will be, or as `signal` says. */
  reach(bytes: number, signal: AbortSignal): Promise<void>;
}

/** Makes the audio of sessions that have no recording; the API is handed one. */
export interface SoundMaker {
  /** The name of its file: another one as soon as anything about its sound is another. */
  nameOf(piece: Piece): string;
  /** What no listener begins to wait for at once is not made. Rejects with a `MakingError` where it has just failed. */
  demand(piece: Piece): Promise<MadeAudio>;
  /** Stops what is being made. */
  close(): Promise<void>;
}

export interface SoundMakerDependencies {
  /** Made where it is missing. */
  readonly folder: string;
  readonly log: Log;
  readonly now: () => Date;
}

export type CreateSoundMaker = (parts: SoundMakerDependencies) => SoundMaker;

/** Why a file has not been made. */
export class MakingError extends Error {
  override readonly name = 'MakingError';
}
