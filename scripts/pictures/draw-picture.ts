import type { CatalogSession } from '../../engine/author/sessions.ts';
import { coloursOf, randomOf } from './colours.ts';
import { drawSky, drawLands, size, type PictureScene } from './scene.ts';

const anyLands = Object.values(drawLands) as [(scene: PictureScene) => string, ...((scene: PictureScene) => string)[]];

/**
 * The picture of a session, as SVG: its category is the hue and the sky, its voice is what moves in it, and its id is what it has
 * of its own. The same session has the same picture whenever and wherever it is drawn. It fits light and dark pages.
 */
export function drawPicture({ id, category, voice }: Pick<CatalogSession, 'id' | 'category' | 'voice'>): string {
  const random = randomOf(id);
  const colours = coloursOf(category, random);
  const body = { x: random.whole(140, 260), y: random.whole(138, 166), r: random.whole(46, 58) };
  const scene: PictureScene = { random, colours, body, category, name: id };
  const drawLand = drawLands[voice] ?? randomOf(voice).oneOf(anyLands);
  const box = `viewBox="0 0 ${size} ${size}" width="${size}" height="${size}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${drawSky(scene)}${drawLand(scene)}</svg>`;
}
