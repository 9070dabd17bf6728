import type { StorybookConfig } from '@storybook/react-vite';
import { flowIndexer, flowPages } from '../scripts/storybook/flow-pages.ts';
import { FunnelSource } from '../scripts/storybook/funnel-source.ts';
import { funnelIndexer } from '../scripts/storybook/indexer.ts';
import { funnelStories } from '../scripts/storybook/plugin.ts';

const source = new FunnelSource();

/** Stories by hand from `stories/`; those of the funnels are made of their words files. See docs/guide/storybook.md. */
const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.stories.tsx', '../funnels/*.yaml'],
  addons: ['@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // What a story shows comes from its funnel, and its colours from the toolbar.
  features: {
    actions: false,
    backgrounds: false,
    controls: false,
    measure: false,
    outline: false,
    sidebarOnboardingChecklist: false,
  },
  typescript: { reactDocgen: false },
  experimental_indexers: (indexers) => [...(indexers ?? []), funnelIndexer(source), flowIndexer(source)],
  viteFinal: (vite) => ({ ...vite, plugins: [...(vite.plugins ?? []), funnelStories(source), flowPages(source)] }),
};
export default config;
