import type { Plugin } from 'vite';
import { parse } from 'yaml';

/** Lets code import the site's words, the YAML files in `locales/`, as plain data. YAML itself never ships. */
export function yamlModules(): Plugin {
  return {
    name: 'yaml-modules',
    transform(code, id) {
      if (!/[\\/]locales[\\/].*\.yaml$/.test(id.split('?')[0]!)) return null;
      return { code: `export default ${JSON.stringify(parse(code))}`, map: null, moduleType: 'js' };
    },
  };
}
