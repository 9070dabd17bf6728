import { palette } from '../../content/brand.ts';
import path from 'node:path';
import type { Indexer } from 'storybook/internal/types';
import type { Plugin } from 'vite';
import { drawGraph } from '../../engine/author/graph/draw-graph.ts';
import type { Locale } from '../../engine/model.ts';
import type { FlowPagesData, SheetCard } from '../../stories/flow-pages/flow-pages-data.ts';
import { funnelsDir, type FunnelSource } from './funnel-source.ts';
import { storyIdOf } from './story-id.ts';

const storyCode = path.resolve('stories/flow-pages/flow-page.tsx');
const dataModule = 'virtual:flow-pages/';

/** The pages that each funnel has as a whole. */
const pages = [
  { page: 'steps', exportName: 'AllSteps', name: 'All steps' },
  { page: 'flow', exportName: 'Flow', name: 'Flow' },
  { page: 'player', exportName: 'Player', name: 'Player' },
] as const;

/** The id of a flow file by its name, `<id>.yaml`; nothing for every other file. */
function flowFileOf(file: string): string | null {
  if (path.dirname(path.resolve(file)) !== path.resolve(funnelsDir)) return null;
  return /^([^.]+)\.ya?ml$/.exec(path.basename(file))?.[1] ?? null;
}

/** Lists the pages of flow files (`funnels/<id>.yaml`) for Storybook's sidebar; none while a funnel has problems. */
export function flowIndexer(source: FunnelSource): Indexer {
  return {
    test: /[\\/][^\\/.]+\.ya?ml$/,
    createIndex: (file) => {
      const id = flowFileOf(file);
      const title = id && titleOf(source, id);
      if (!id || !title) return Promise.resolve([]);
      return Promise.resolve(
        pages.map(({ page, exportName, name }) => ({
          type: 'story' as const,
          exportName,
          title: `${title}/${name}`,
          name,
          __id: storyIdOf(id, page),
          tags: ['funnel', page],
        })),
      );
    },
  };
}

/** Makes modules of stories out of flow files, and gives them what they show: `virtual:flow-pages/<id>`. */
export function flowPages(source: FunnelSource): Plugin {
  return {
    name: 'flow-pages',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(dataModule) ? `\0${id}` : null),
    async load(id) {
      if (id.startsWith(`\0${dataModule}`)) {
        const data = await dataOf(source, id.slice(dataModule.length + 1));
        return { code: `export default ${JSON.stringify(data)}`, map: null, moduleType: 'js' };
      }
      const flow = flowFileOf(id.split('?')[0]!);
      return flow && { code: codeOf(source, flow), map: null, moduleType: 'js' };
    },
  };
}

function titleOf(source: FunnelSource, id: string): string | null {
  const name = source.nameOf(id);
  return name === null ? null : `Funnels/${name}`;
}

/** The module that Storybook loads for a flow file: plain literals, as for words files. */
function codeOf(source: FunnelSource, funnel: string): string {
  const title = titleOf(source, funnel) ?? funnel;
  return [
    `import { flowPage } from ${JSON.stringify(storyCode)};`,
    `import funnel from ${JSON.stringify(`virtual:funnel/${funnel}`)};`,
    `import data from ${JSON.stringify(dataModule + funnel)};`,
    'const { render, play } = flowPage(funnel, data);',
    `export default { title: ${JSON.stringify(title)}, render, play };`,
    ...pages.map(({ page, exportName, name }) => {
      const args = page === 'player' ? { page, visit: '' } : { page };
      const argTypes = page === 'player' ? { visit: { type: 'string' } } : {};
      const story = { name, args, argTypes, parameters: { __id: storyIdOf(funnel, page) } };
      return `export const ${exportName} = ${JSON.stringify(story)};`;
    }),
  ].join('\n');
}

async function dataOf(source: FunnelSource, id: string): Promise<FlowPagesData | null> {
  const funnel = source.funnel(id);
  if (!funnel) return null;
  const locales = Object.keys(funnel.words);
  const graphs = await Promise.all(
    locales.map(
      async (locale) =>
        [locale, await drawGraph(funnel.funnel, { colours: palette.graph, words: funnel.words[locale] })] as const,
    ),
  );
  return { graphs: Object.fromEntries(graphs), cards: cardsOf(source, id, locales) };
}

function cardsOf(source: FunnelSource, funnel: string, locales: readonly Locale[]): readonly SheetCard[] {
  const cards = new Map<string, SheetCard>();
  for (const locale of locales) {
    for (const { id, args } of source.storiesOf({ funnel, locale })) {
      if (args.shows !== 'step' || args.state !== 'empty' || args.reader !== undefined) continue;
      const { stories } = cards.get(args.step) ?? { stories: {} };
      cards.set(args.step, { step: args.step, visit: args.visit, stories: { ...stories, [locale]: id } });
    }
  }
  return [...cards.values()];
}
