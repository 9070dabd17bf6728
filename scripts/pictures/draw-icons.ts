import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { palette } from '../../content/brand.ts';
import { chromium } from 'playwright';
import { browserArgs } from '../../tests/harness/browser-args.ts';

/**
 * `node scripts/with-chromium.mjs node --import tsx scripts/pictures/draw-icons.ts`: draws the icons of the installed app,
 * and `favicon.ico` for browsers that don't take the SVG, from the site's mark. They are kept with the sources: run it when
 * the mark changes.
 */
const folder = 'web/public/icons';
const paths = readFileSync('web/public/favicon.svg', 'utf8')
  .match(/<path[^>]*>/g)!
  .join('');

interface IconShape {
  /** In pixels. */
  readonly size: number;
  /** How wide the mark is in it. */
  readonly share: number;
  readonly round: boolean;
}

/** Maskable icons may be cut to their inner 80 %, also as a circle. */
const icons: readonly (IconShape & { readonly name: string })[] = [
  { name: 'icon-192.png', size: 192, share: 0.7, round: true },
  { name: 'icon-512.png', size: 512, share: 0.7, round: true },
  { name: 'icon-maskable-512.png', size: 512, share: 0.56, round: false },
  { name: 'apple-touch-icon.png', size: 180, share: 0.7, round: false },
];
/** On a ground of its own, so that it is seen on light and dark tabs. */
const favicon: readonly IconShape[] = [32, 48].map((size) => ({ size, share: 0.8, round: true }));

const executablePath = process.env['CHROMIUM'];
const browser = await chromium.launch({ args: browserArgs, ...(executablePath && { executablePath }) });
mkdirSync(folder, { recursive: true });
for (const { name, ...shape } of icons) writeFileSync(path.join(folder, name), await draw(shape));
const drawn = [];
for (const shape of favicon) drawn.push({ size: shape.size, png: await draw(shape) });
writeFileSync('web/public/favicon.ico', toIco(drawn));
await browser.close();

async function draw({ size, share, round }: IconShape): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const mark = size * share;
  const place = (size - mark) / 2;
  await page.setContent(`<body style="margin:0"><svg width="${size}" height="${size}" style="display:block">
    <rect width="${size}" height="${size}" rx="${round ? size * 0.22 : 0}" fill="${palette.day.night}"/>
    <svg x="${place}" y="${place}" width="${mark}" height="${mark}" viewBox="0.5 2.9 28 28" fill="none" color="${palette.iconMark}">${paths}</svg>
  </svg>`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** An ICO file of PNG pictures: a header, an entry of 16 bytes for each picture, the pictures. */
function toIco(pictures: readonly { readonly size: number; readonly png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2); // icons
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4); // colour planes
    header.writeUInt16LE(32, entry + 6); // bits per pixel
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}
