import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { parse } from 'yaml';
import { brand, palette } from '../../content/brand.ts';

/**
 * Lets code import the site's words, the YAML files in `locales/`, as plain data (YAML itself never ships), with the
 * brand's name for `{{brand}}`. Puts colours of the brand in style sheets and pages, for `palette(day.page)`.
 */
export function siteSources(): Plugin {
  return {
    name: 'site-sources',
    enforce: 'pre',
    transform(code, id) {
      const [file = ''] = id.split('?');
      if (/[\\/]locales[\\/].*\.yaml$/.test(file))
        return { code: `export default ${JSON.stringify(readWords(code))}`, map: null, moduleType: 'js' };
      if (!/[\\/]web[\\/].*\.css$/.test(file)) return null;
      const drawn = code.replaceAll(/url\('(\.[^']+\.svg)\?inline'\)/g, (_, drawing: string) => {
        const source = path.resolve(path.dirname(file), drawing);
        this.addWatchFile(source);
        return inlined(readFileSync(source, 'utf8'));
      });
      const coloured = withColours(drawn);
      return coloured === code ? null : { code: coloured, map: null };
    },
    transformIndexHtml: { order: 'pre', handler: withColours },
  };
}

/** A drawing within a style sheet, as short as Vite writes it, which would leave out the brand's colours. */
function inlined(svg: string): string {
  const escaped = withColours(svg.trim())
    .replaceAll(/>\s+</g, '><')
    .replaceAll('"', "'")
    .replaceAll(/[%#<>]/g, (character) => encodeURIComponent(character).toLowerCase())
    .replaceAll(/\s+/g, '%20');
  return `url("data:image/svg+xml,${escaped}")`;
}

/** The words of a file in `web/locales`. */
export function readWords(yaml: string): unknown {
  const name = JSON.stringify(brand.name).slice(1, -1);
  return JSON.parse(JSON.stringify(parse(yaml)).replaceAll('{{brand}}', name));
}

/** The text with the brand's colours for `palette(day.page)`, and for `palette(day.page / 50%)` where they shine through. */
export function withColours(text: string): string {
  return text.replaceAll(/palette\(([\w.]+)(?: \/ (\d+%))?\)/g, (_, name: string, opacity?: string) => {
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
