import type { Piece } from '../../../api/content/audio/sound-maker.ts';

/** What the process that makes audio is asked to do. */
export interface Job {
  readonly piece: Piece;
  /** Written to, then renamed to `path` once it is whole. */
  readonly partPath: string;
  readonly path: string;
}

/** What it tells meanwhile. */
export type Report =
  | { readonly kind: 'written'; readonly bytes: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string };
