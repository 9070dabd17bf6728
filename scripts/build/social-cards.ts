import { Resvg } from '@resvg/resvg-js';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import subsetFont from 'subset-font';
import { brand, palette } from '../../content/brand.ts';
import { escapeHtml } from '../../engine/escape-html.ts';
import type { BuiltFunnel, Locale, SceneDrawing } from '../../engine/model.ts';

/** Width and height in pixels: what networks and messengers show whole. */
export const cardSize = { width: 1200, height: 630 };

/** By funnel and locale: a card's file inside the site. */
export type SocialCards = ReadonlyMap<string, Readonly<Record<Locale, string>>>;

interface Job {
  readonly funnels: readonly BuiltFunnel[];
  readonly renderScene: (drawing: SceneDrawing) => Promise<string>;
  readonly outDir: string;
}

/**
 * Draws what networks and messengers show of a link to a quiz, in each of its languages, as PNG: its scene, the brand,
 * its name and what it is about.
 */
export async function writeSocialCards({ funnels, renderScene, outDir }: Job): Promise<SocialCards> {
  const folder = mkdtempSync(path.join(tmpdir(), 'social-cards-'));
  const texts = funnels.flatMap(({ words }) => Object.values(words).flatMap(textsOf));
  const font = await writeFont(brand.name + texts.join(''), folder);
  const cards = funnels.map(async (built): Promise<[string, Record<Locale, string>]> => {
    const scene = await renderScene(Object.values(built.words)[0]!.look.scene);
    const files = Object.entries(built.words).map(([locale, words]) => {
      const png = draw(cardOf(scene, textsOf(words)), font);
      const hash = createHash('sha256').update(png).digest('base64url').slice(0, 8);
      const file = `assets/${built.funnel.id}.${locale}-${hash}.png`;
      writeFileSync(path.join(outDir, file), png);
      return [locale, file];
    });
    return [built.funnel.id, Object.fromEntries(files) as Record<Locale, string>];
  });
  const drawn = new Map(await Promise.all(cards));
  rmSync(folder, { recursive: true });
  return drawn;
}

type Words = BuiltFunnel['words'][string];

const textsOf = ({ name, description }: Words) => [name, description] as const;

/** The card as SVG. Its words stand on the left, over the scene's dark side: it is mirrored, as its light stands left. */
function cardOf(scene: string, [name, description]: readonly [string, string]): string {
  const { width, height } = cardSize;
  const title = wrap(name, 19).slice(0, 3);
  const about = wrap(description, 42).slice(0, 4);
  const top = height - 88 - about.length * 44;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Figtree" font-weight="600" fill="${palette.day.onAccent}">
<linearGradient id="shade"><stop stop-color="${palette.night.sunken}" stop-opacity="0.82"/><stop offset="0.45" stop-color="${palette.night.sunken}" stop-opacity="0.6"/><stop offset="0.78" stop-color="${palette.night.sunken}" stop-opacity="0"/></linearGradient>
<g transform="translate(${width}) scale(-1 1)">${scene}</g>
<rect width="${width}" height="${height}" fill="url(#shade)"/>
<svg x="78" y="68" width="64" height="64" viewBox="0.5 2.9 28 28" fill="none" color="${palette.iconMark}">${mark}</svg>
<text x="158" y="114" font-size="36">${escapeHtml(brand.name)}</text>
<text font-size="84" letter-spacing="-1.5">${linesAt(title, top - 40 - (title.length - 1) * 92, 92)}</text>
<text font-size="32" fill-opacity="0.92">${linesAt(about, top + 32, 44)}</text>
</svg>`;
}

/** Lines of text, the first at this height, the others below at this distance. */
function linesAt(texts: readonly string[], y: number, step: number): string {
  return texts.map((text, index) => `<tspan x="80" y="${y + index * step}">${escapeHtml(text)}</tspan>`).join('');
}

/** The site's mark. */
const mark = readFileSync('web/public/favicon.svg', 'utf8')
  .match(/<path[^>]*>/g)!
  .join('');

/** Lines of at most so many letters, but for words that are longer. */
function wrap(text: string, letters: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (longer.length <= letters && lines.length > 0) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

function draw(svg: string, font: string): Buffer {
  return new Resvg(svg, { font: { fontFiles: [font], loadSystemFonts: false } }).render().asPng();
}

/** The brand's typeface with these letters, in one weight: the rasteriser reads plain files alone. */
async function writeFont(text: string, folder: string): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const font = readFileSync(resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'));
  const file = path.join(folder, 'figtree.ttf');
  writeFileSync(file, await subsetFont(font, text, { targetFormat: 'sfnt', variationAxes: { wght: 600 } }));
  return file;
}
