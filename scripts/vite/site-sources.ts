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
      return /[\\/]web[\\/].*\.css$/.test(file) && code.includes('palette(')
        ? { code: withColours(code), map: null }
        : null;
    },
    transformIndexHtml: { order: 'pre', handler: withColours },
  };
}

/** The words of a file in `web/locales`. */
export function readWords(yaml: string): unknown {
  const name = JSON.stringify(brand.name).slice(1, -1);
  return JSON.parse(JSON.stringify(parse(yaml)).replaceAll('{{brand}}', name));
}

/** The text with the brand's colours for `palette(day.page)` and the like. */
export function withColours(text: string): string {
  return text.replaceAll(/palette\((day|night)\.(\w+)\)/g, (_, scheme: 'day' | 'night', name: string) => {
    const colour = new Map(Object.entries(palette[scheme])).get(name);
    if (colour === undefined) throw new Error(`content/brand.ts has no colour ${scheme}.${name}.`);
    return colour;
  });
}
