import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { siteSources } from './scripts/vite/site-sources.ts';
import { chromium, preparedPackages } from './tests/harness/in-chromium.ts';

/** Every story of Storybook as a test. A file of its own, as Storybook starts with it. */
export default defineConfig({
  plugins: [react(), siteSources(), storybookTest({ initialGlobals: { motion: 'reduced' } })],
  optimizeDeps: { include: [...preparedPackages, 'storybook/test', '@storybook/react-vite', 'i18next', 'xstate'] },
  test: {
    name: 'stories',
    browser: chromium,
    // A story leaves nothing behind, and what all of them need is loaded once a page, not once a file.
    isolate: false,
    // Files side by side: what a story does in its page leaves one core idle.
    maxWorkers: 2,
    // To look through a whole funnel for what shuts somebody out is seconds of computing, on a busy machine many.
    testTimeout: 300_000,
  },
});
