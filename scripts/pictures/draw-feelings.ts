import { palette } from '../../content/brand.ts';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';
import { drawLook, type LookValue } from '../../engine/author/look/draw-look.ts';
import type { SceneDrawing, ScenePlace } from '../../engine/model.ts';
import { browserArgs } from '../../tests/harness/browser-args.ts';

/**
 * `node scripts/with-chromium.mjs node --import tsx scripts/pictures/draw-feelings.ts`: draws the pictures that stand for
 * feelings in the options of a quiz (`picture: feelings/peace.jpg`), from the scenes of quizzes. They are kept with the
 * sources: run it when the scenes change.
 */
const folder = 'web/public/pictures/feelings';

const feelings: Readonly<Record<string, Pick<LookValue, 'scene' | 'light'>>> = {
  peace: { scene: 'lake', light: 'morning' },
  strength: { scene: 'peaks', light: 'morning' },
  flow: { scene: 'shore', light: 'sunrise' },
  joy: { scene: 'meadow', light: 'morning' },
  belonging: { scene: 'forest', light: 'sunrise' },
};
/** How far a quiz would be, from 0 to 1. */
const passed = 0.45;

const executablePath = process.env['CHROMIUM'];
const browser = await chromium.launch({ args: browserArgs, ...(executablePath && { executablePath }) });
const page = await browser.newPage({ viewport: { width: 480, height: 360 } });
mkdirSync(folder, { recursive: true });
for (const [name, look] of Object.entries(feelings)) {
  await page.setContent(`<body style="margin:0">${svgOf(drawLook(palette, look).scene)}`);
  await page.screenshot({ path: path.join(folder, `${name}.jpg`), type: 'jpeg', quality: 82 });
}
await browser.close();

/** The middle of the scene, four to three. */
function svgOf({ skies, light, parts }: SceneDrawing): string {
  const gradients = skies.map((colours, index) => {
    const stops = colours.map((colour, at) => `<stop offset="${at / (colours.length - 1)}" stop-color="${colour}"/>`);
    return `<linearGradient id="sky${index}" x2="0" y2="0.8">${stops.join('')}</linearGradient>`;
  });
  const halo = `<radialGradient id="halo"><stop offset="0.3" stop-color="${light}" stop-opacity="0.38"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient>`;
  const air = skies.map((_, index) => {
    return `<rect width="480" height="210" fill="url(#sky${index})" opacity="${index === 0 ? 1 : passed}"/>`;
  });
  const drawn = parts.map(({ d, fill = 'none', line = 'none', width = 0, halo: reach, at = [0, 0, 1], to = at }) => {
    const [x, y, opacity] = between(at, to);
    const shine = reach === undefined ? '' : `<circle r="${reach}" fill="url(#halo)"/>`;
    return `<g transform="translate(${x} ${y})" opacity="${opacity}">${shine}<path d="${d}" fill="${fill}" stroke="${line}" stroke-width="${width}"/></g>`;
  });
  const box = 'viewBox="86 0 280 210" width="480" height="360" style="display:block" stroke-linecap="round"';
  return `<svg ${box}>${gradients.join('')}${halo}${air.join('')}${drawn.join('')}</svg>`;
}

function between(at: ScenePlace, to: ScenePlace): ScenePlace {
  const [x, y, opacity] = [0, 1, 2].map((index) => at[index]! + (to[index]! - at[index]!) * passed) as [
    number,
    number,
    number,
  ];
  return [x, y, Math.min(Math.max(opacity, 0), 1)];
}
