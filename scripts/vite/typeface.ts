import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { siteLocales } from '../../engine/model.ts';

const { resolve } = createRequire(import.meta.url);

/** What the site says is in these folders. */
const folders = ['content', 'funnels', ...siteLocales.map((locale) => `web/locales/${locale}`)];
/** The weights that `tokens.css` names, from the first to the last. */
const weights = { min: 400, max: 650 };
/** What numbers in columns and pairs of letters need; nothing else is asked for by any style. */
const features = ['kern', 'tnum'];

/** What code and formats put into texts: in prices, times and lists. */
const signs = '×−–—·…€£«»“”‘’¿¡\u00a0\u202f';

/**
 * Makes the built site carry only what it needs of its typeface: the letters of its texts, small and capital, those of
 * every keyboard, and the weights that it uses. What visitors type beyond that is in the system's letters.
 */
export function typeface(): Plugin {
  return {
    name: 'typeface',
    enforce: 'pre',
    apply: 'build',
    async transform(code, id) {
      const [, file] = /url\('([^']+\.woff2)'\)/.exec(code) ?? [];
      if (!/[\\/]web[\\/]ui[\\/]font\.css$/.test(id) || file === undefined) return null;
      const source = await subsetOf(readFileSync(resolve(file)));
      const asset = this.emitFile({ type: 'asset', name: path.basename(file), source });
      return { code: code.replace(`url('${file}')`, `url(__VITE_ASSET__${asset}__)`), map: null };
    },
  };
}

/** The font with the letters and weights of the site. */
export function subsetOf(font: Buffer): Promise<Buffer> {
  return subsetFont(font, lettersOf(textsOf(folders)), {
    targetFormat: 'woff2',
    keepFeatures: features,
    variationAxes: { wght: weights },
  });
}

/** Every letter of the text, as it is written and as a capital, and the signs that every keyboard has. */
export function lettersOf(text: string): string {
  const keyboard = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
  return [...new Set(`${keyboard}${signs}${text}${text.toUpperCase()}`)].join('');
}

function textsOf(paths: readonly string[]): string {
  const files = paths.flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)));
  return files.flatMap((file) => (file.endsWith('.yaml') ? [readFileSync(file, 'utf8')] : [])).join('');
}
