import { palette } from '../../content/brand.ts';
import { mix } from '../../engine/author/look/mix.ts';
import type { Drawing, DrawingColours } from './drawings/pen.ts';
import { drawAir, drawStars, ridge, size, type PictureScene } from './scene.ts';

/** The picture of a title: its object in the light of its category. */
export function drawTitle(scene: PictureScene, { place, draw }: Drawing): string {
  const { sky, land, light } = scene.colours;
  const { warm, ember } = palette.pictureObjects;
  const colours: DrawingColours = {
    light,
    warm,
    ember,
    rose: palette.day.rose,
    deep: sky[0],
    pale: sky[3],
    far: land[0],
    near: land[1],
    dark: land[2],
  };
  return `${places[place](scene)}<g stroke-linecap="round" stroke-linejoin="round">${draw(colours)}</g>`;
}

/** Where objects stand: each lights the middle, in which they are. */
const places: Readonly<Record<Drawing['place'], (scene: PictureScene) => string>> = {
  hills(scene) {
    const { random, colours } = scene;
    const { sky, land } = colours;
    return (
      drawAir(scene) +
      drawStars(scene) +
      drawGlow(scene) +
      ridge(random, { y: 268, swing: 18, turns: 2, fill: mix(land[0], sky[3], 0.3) }) +
      ridge(random, { y: 314, swing: 8, turns: 2, fill: mix(land[0], land[1], 0.7) })
    );
  },
  water(scene) {
    const { sky, land } = scene.colours;
    return (
      drawAir(scene) +
      drawStars(scene) +
      drawGlow(scene) +
      `<path fill="${mix(land[0], sky[3], 0.15)}" d="M0 250h400v150H0Z"/>` +
      `<path fill="${land[1]}" opacity=".6" d="M0 326q50-14 100 0t100 0 100 0 100 0v74H0Z"/>`
    );
  },
  room(scene) {
    const { land } = scene.colours;
    return (
      `<rect width="${size}" height="${size}" fill="${mix(land[0], land[1], 0.6)}"/>` +
      drawGlow(scene) +
      `<path fill="${land[1]}" d="M0 312h400v88H0Z"/>`
    );
  },
};

function drawGlow({ colours, name }: PictureScene): string {
  const stop = (offset: number, opacity: number) =>
    `<stop offset="${offset}" stop-color="${colours.light}" stop-opacity="${opacity}"/>`;
  return (
    `<radialGradient id="${name}-glow">${stop(0, 0.5)}${stop(1, 0)}</radialGradient>` +
    `<circle cx="200" cy="200" r="190" fill="url(#${name}-glow)"/>`
  );
}
