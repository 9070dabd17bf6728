import type { Indexer } from 'storybook/internal/types';
import { wordsFileOf, type FunnelSource } from './funnel-source.ts';

/** Lists the stories of words files (`funnels/<id>.<locale>.yaml`) for Storybook's sidebar. */
export function funnelIndexer(source: FunnelSource): Indexer {
  return {
    test: /[\\/][^\\/.]+\.[^\\/.]+\.ya?ml$/,
    createIndex: (file) => {
      const words = wordsFileOf(file);
      const stories = words ? source.storiesOf(words) : [];
      return Promise.resolve(
        stories.map(({ id, exportName, title, name, args }) => ({
          type: 'story' as const,
          exportName,
          title,
          name,
          __id: id,
          tags: ['funnel', args.shows],
        })),
      );
    },
  };
}
