import type { Plugin } from 'vite';
import { parse } from 'yaml';

/** Lets code import a YAML file of words as plain data. YAML itself never ships. */
export function yamlModules(): Plugin {
  return {
    name: 'yaml-modules',
    transform(code, id) {
      if (!id.split('?')[0]!.endsWith('.yaml')) return null;
      return { code: `export default ${JSON.stringify(parse(code))}`, map: null, moduleType: 'js' };
    },
  };
}
