import type { CatalogSession } from '../../engine/author/sessions.ts';
import { coloursOf, randomOf } from './colours.ts';
import { drawTitle } from './draw-title.ts';
import { drawings } from './drawings/index.ts';
import { drawSky, drawLands, size, type PictureScene } from './scene.ts';

const anyLands = Object.values(drawLands) as [(scene: PictureScene) => string, ...((scene: PictureScene) => string)[]];

/**
 * The picture of a session, as SVG: what its title says, in the hue of its category. Without a drawing of its own it has the
 * category's sky over the voice's land, and its id decides the rest. The same session has the same picture whenever and
 * wherever it is drawn. It fits light and dark pages.
 */
export function drawPicture({ id, category, voice }: Pick<CatalogSession, 'id' | 'category' | 'voice'>): string {
  const random = randomOf(id);
  const colours = coloursOf(category, random);
  const body = { x: random.whole(140, 260), y: random.whole(138, 166), r: random.whole(46, 58) };
  const scene: PictureScene = { random, colours, body, category, name: id };
  const drawing = drawings.get(id);
  const drawLand = drawLands[voice] ?? randomOf(voice).oneOf(anyLands);
  const drawn = drawing ? drawTitle(scene, drawing) : drawSky(scene) + drawLand(scene);
  const box = `viewBox="0 0 ${size} ${size}" width="${size}" height="${size}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${drawn}</svg>`;
}
