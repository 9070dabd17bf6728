import { existsSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { filesOf, funnelsDir, wordsFileOf, type FunnelSource } from './funnel-source.ts';
import type { StoryEntry } from './funnel-stories.ts';

const storyCode = path.resolve('stories/step/funnel-story.tsx');
const siteModule = 'virtual:site';
const funnelModule = 'virtual:funnel/';

/**
 * Makes modules of stories out of words files (`funnels/<id>.<locale>.yaml`), and gives stories the funnels and the site
 * as data: `virtual:funnel/<id>` and `virtual:site`. A saved file is shown at once.
 */
export function funnelStories(source: FunnelSource): Plugin {
  return {
    name: 'funnel-stories',
    enforce: 'pre',
    resolveId: (id) => (id === siteModule || id.startsWith(funnelModule) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${siteModule}`) return asModule(source.site());
      if (id.startsWith(`\0${funnelModule}`)) return asModule(source.funnel(id.slice(funnelModule.length + 1)));
      const words = wordsFileOf(id.split('?')[0]!);
      return (
        words && { code: codeOf(words.funnel, words.locale, source.storiesOf(words)), map: null, moduleType: 'js' }
      );
    },
    hotUpdate({ file, modules }) {
      if (![funnelsDir, 'content'].some((folder) => path.resolve(folder) === path.dirname(file))) return;
      touchOthers(file);
      const made = [...this.environment.moduleGraph.idToModuleMap.values()].filter(({ id }) => id && isMade(id));
      return [...new Set([...modules, ...made])];
    },
  };
}

/**
 * Storybook lists the stories of a file again only when that file changes; but they depend on all files of a funnel.
 * So the others get the time of the one that was saved.
 */
function touchOthers(saved: string): void {
  if (!existsSync(saved)) return; // it was removed
  const { mtime } = statSync(saved);
  const isFunnel = path.dirname(saved) === path.resolve(funnelsDir);
  for (const file of filesOf(isFunnel ? path.basename(saved).split('.')[0] : undefined))
    if (statSync(file).mtime < mtime) utimesSync(file, mtime, mtime);
}

/** Whether a module is made of the files of funnels. */
function isMade(id: string): boolean {
  return /^\0virtual:(funnel|flow-pages)\//.test(id) || path.dirname(id) === path.resolve(funnelsDir);
}

function asModule(data: unknown): { code: string; map: null; moduleType: string } {
  return { code: `export default ${JSON.stringify(data)}`, map: null, moduleType: 'js' };
}

/** The module that Storybook loads for a words file. Storybook's own tools read it too, so every story is a plain literal. */
function codeOf(funnel: string, locale: string, stories: readonly StoryEntry[]): string {
  const [first] = stories;
  const isBroken = first?.args.shows === 'problems';
  const data = isBroken ? 'const funnel = null;' : `import funnel from ${JSON.stringify(funnelModule + funnel)};`;
  return [
    `import { funnelStory } from ${JSON.stringify(storyCode)};`,
    data,
    'const { render, play } = funnelStory(funnel);',
    `export default { title: ${JSON.stringify(first?.title ?? funnel)}, render, play, parameters: { locale: ${JSON.stringify(locale)} } };`,
    ...stories.map(({ id, exportName, name, args, contrast }) => {
      const a11y = contrast === 'none' && { config: { rules: [{ id: 'color-contrast', enabled: false }] } };
      const parameters = { __id: id, contrast, ...(a11y && { a11y }) };
      const story = JSON.stringify({ name, args, parameters });
      return `export const ${exportName} = ${story};`;
    }),
  ].join('\n');
}
