import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { parse } from 'yaml';
import { brand, palette } from '../../content/brand.ts';

/**
 * Lets code import the site's words, the YAML files in `locales/`, as plain data (YAML itself never ships), with the
 * brand's name for `{{brand}}`. Puts colours of the brand in style sheets,
 * the drawings that they ask for and pages, for `palette(day.page)`.
 */
export function siteSources(): Plugin {
  let isBuild = false;
  return {
    name: 'site-sources',
    enforce: 'pre',
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    transform(code, id) {
      const [file = ''] = id.split('?');
      if (/[\\/]locales[\\/].*\.yaml$/.test(file))
        return { code: `export default ${JSON.stringify(parseWords(code))}`, map: null, moduleType: 'js' };
      if (!/[\\/]web[\\/].*\.css$/.test(file)) return null;
      const drawn = code.replaceAll(/url\('(\.[^']+\.svg)'\)/g, (_, drawing: string) => {
        const from = path.resolve(path.dirname(file), drawing);
        this.addWatchFile(from);
        const source = withColours(readFileSync(from, 'utf8').trim());
        if (!isBuild) return `url("data:image/svg+xml,${encodeURIComponent(source)}")`;
        // As Vite writes files that style sheets ask for. A file of its own, as a drawing takes long to be read.
        return `url(__VITE_ASSET__${this.emitFile({ type: 'asset', name: path.basename(from), source })}__)`;
      });
      const coloured = withColours(drawn);
      return coloured === code ? null : { code: coloured, map: null };
    },
    transformIndexHtml: { order: 'pre', handler: withColours },
  };
}

/** The words of a file in `web/locales`. */
export function parseWords(yaml: string): unknown {
  const name = JSON.stringify(brand.name).slice(1, -1);
  return JSON.parse(JSON.stringify(parse(yaml)).replaceAll('{{brand}}', name));
}

/**
 * The text with the brand's colours for `palette(day.page)`, and for `palette(day.page / 50%)` where they shine through. A
 * rule for `[data-accent='ACCENT']` stands there once for each of the brand's accents.
 */
export function withColours(text: string): string {
  const accents = Object.keys(palette.accents);
  const ruled = text.replaceAll(/\[data-accent='ACCENT'\] \{[^}]*\}/g, (rule) =>
    accents.map((name) => rule.replaceAll('ACCENT', name)).join('\n'),
  );
  return ruled.replaceAll(/palette\(([\w.]+)(?: \/ (\d+%))?\)/g, (_, name: string, opacity?: string) => {
    const colour = colourOf(name);
    if (opacity === undefined) return colour;
    const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    return `rgb(${channels.join(' ')} / ${opacity})`;
  });
}

/** The colour of the palette under this path, such as `day.page`. */
function colourOf(name: string): string {
  let found: unknown = palette;
  for (const key of name.split('.')) found = new Map(Object.entries(found ?? {})).get(key);
  if (typeof found !== 'string') throw new Error(`content/brand.ts has no colour ${name}.`);
  return found;
}
