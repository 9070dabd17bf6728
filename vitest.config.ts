import { playwright } from '@vitest/browser-playwright';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { browserArgs } from './tests/browser-args.ts';
import { yamlModules } from './scripts/vite/yaml-modules.ts';

const executablePath = process.env['CHROMIUM'];

/** Three kinds of test: rules (`unit`), components in a real browser (`browser`), and the built site (`site`). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/{e2e,bench,site}/**'],
          environment: 'node',
        },
      },
      { test: { name: 'site', include: ['tests/site/**/*.test.ts'], environment: 'node', testTimeout: 120_000 } },
      {
        plugins: [react(), yamlModules()],
        optimizeDeps: {
          include: [
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            'react-router',
            'i18next',
            '@base-ui/react/select',
            '@base-ui/react/toast',
          ],
        },
        test: {
          name: 'browser',
          include: ['tests/**/*.browser.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium' }],
            provider: playwright({ launchOptions: { args: browserArgs, ...(executablePath && { executablePath }) } }),
          },
        },
      },
    ],
  },
});
