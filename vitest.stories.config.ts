import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { yamlModules } from './scripts/vite/yaml-modules.ts';
import { chromium, reactParts } from './tests/in-chromium.ts';

/** Every story of Storybook as a test. A file of its own, as Storybook starts with it. */
export default defineConfig({
  plugins: [react(), yamlModules(), storybookTest({ initialGlobals: { motion: 'reduced' } })],
  optimizeDeps: { include: [...reactParts, 'storybook/test', '@storybook/react-vite', 'i18next', 'xstate'] },
  // Files side by side: what a story does in its page leaves one core idle.
  test: { name: 'stories', browser: chromium, maxWorkers: 2 },
});
