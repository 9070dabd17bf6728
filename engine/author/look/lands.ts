import type { ScenePart } from '../../model.ts';
import { mix } from './mix.ts';

export type SceneName = 'forest' | 'lake' | 'meadow' | 'peaks' | 'shore';

/** Colours of a land as the light makes them. */
export interface LandColours {
  readonly far: string;
  readonly near: string;
  readonly ground: string;
  /** Of moon and sun, and of what they shine on. */
  readonly light: string;
  /** Of what stands on it. */
  readonly shade: string;
}

interface Land {
  readonly parts: (colours: LandColours) => readonly ScenePart[];
  /** Where the water begins that moon and sun are mirrored in; without it there is none. */
  readonly water?: number;
}

/** What lies under the sky, by the scene's name, from the back to the front: on 480 units by 210. */
export const lands: Readonly<Record<SceneName, Land>> = {
  lake: {
    water: 154,
    parts: ({ far, near, ground, light }) => [
      { fill: far, d: 'M0 128C60 96 108 102 152 118s88 12 132-8 92-26 196 8v34H0Z' },
      { fill: near, d: 'M0 142c70-26 118-8 166-6s84-22 146-14 104 26 168 12v20H0Z' },
      { fill: ground, d: 'M0 148h480v62H0Z' },
      { line: light, width: 2.4, at: [0, 0, 0.14], d: 'M22 166h70M204 158h44M398 170h58M60 196h40M410 194h30' },
    ],
  },
  meadow: {
    parts: ({ far, near, ground, light, shade }) => [
      { fill: far, d: 'M0 138C70 104 130 112 196 128s150-26 284-8v90H0Z' },
      { fill: near, d: 'M0 160c90-32 172-24 250-8s150 4 230-14v72H0Z' },
      { fill: ground, d: 'M0 184c110-30 210-20 300-6s130 10 180 2v30H0Z' },
      { fill: light, at: [0, 0, 0.5], d: 'M176 210c10-16 52-18 44-28-5-7-18-8-9-19 2 10 25 9 26 19 1 13-23 14-29 28Z' },
      { fill: mix(ground, near, 0.25), d: 'M389 174v-40h6v40Z' },
      {
        fill: mix(ground, shade, 0.12),
        d: 'M392 74c17 0 21 15 20 25 12 4 15 32-20 43-35-11-32-39-20-43-1-10 3-25 20-25Z',
      },
      {
        line: light,
        width: 4,
        at: [0, 0, 0.85],
        d: 'M44 192h0M74 184h0M112 198h0M138 188h0M306 196h0M344 188h0M430 194h0M456 200h0',
      },
    ],
  },
  peaks: {
    parts: ({ far, near, ground, light, shade }) => [
      { fill: far, d: 'M0 146 74 92l36 26 62-54 70 62 34-20 60 40h144v64H0Z' },
      { fill: near, d: 'M150 170 306 50l44 44 26-18 104 78v56H150Z' },
      { fill: light, at: [0, 0, 0.85], d: 'm306 50 44 44-14-5-12 13-15-14-15 11-14-21Z' },
      { fill: ground, d: 'M0 176c80-26 150-14 220-8s180-20 260-2v44H0Z' },
      {
        fill: mix(ground, shade, 0.2),
        d: 'm34 178 13-44 13 44Zm24 4 11-34 11 34Zm344-8 12-42 12 42Zm23 2 10-32 10 32Z',
      },
    ],
  },
  shore: {
    water: 141,
    parts: ({ far, near, ground, light }) => [
      { fill: far, d: 'M300 140c36-4 56-32 92-36s62 12 88 8v32H300Z' },
      { fill: light, at: [0, 0, 0.9], d: 'M420 106l3-34h8l3 34Zm1-37h12l-6-9Z' },
      { fill: near, d: 'M0 134h480v76H0Z' },
      { fill: mix(near, light, 0.16), d: 'M0 158c40-9 80 9 120 0s80 9 120 0 80 9 120 0 80 9 120 0v52H0Z' },
      { fill: mix(near, light, 0.3), d: 'M0 176c50-9 90 8 150 0s110 8 170 0 110 8 160 0v34H0Z' },
      { fill: ground, d: 'M0 192c120-14 250 10 480-8v26H0Z' },
      { line: light, width: 2.4, at: [0, 0, 0.7], d: 'M0 192c120-14 250 10 480-8' },
    ],
  },
  forest: {
    parts: ({ far, near, ground, light }) => [
      { fill: far, d: pines(118, 30, 22) },
      { line: light, width: 10, at: [0, 0, 0.18], d: 'M-10 146c110-14 200 10 500-6' },
      { fill: near, d: pines(142, 40, 30) },
      { line: light, width: 8, at: [0, 0, 0.16], d: 'M-10 176c140 10 260-14 500 0' },
      { fill: ground, d: pines(172, 56, 44) },
    ],
  },
};

/** A row of pines before all that lies below it; the first in every four is the tallest. */
function pines(y: number, tall: number, wide: number): string {
  const trees = Array.from({ length: Math.ceil(480 / wide) }, (_, index) => {
    const height = tall - [0, 16, 7, 20][index % 4]!;
    return `l${wide / 2}-${height} ${wide / 2} ${height}`;
  });
  return `M0 ${y}${trees.join('')}V210H0Z`;
}
