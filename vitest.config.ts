import { playwright } from '@vitest/browser-playwright';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { browserArgs } from './tests/browser-args.ts';
import { yamlModules } from './scripts/vite/yaml-modules.ts';

const executablePath = process.env['CHROMIUM'];

/**
 * Four kinds of test: rules (`unit`, `unit-web` where each file is a page of its own), what the API keeps (`database`), components in a real browser (`browser`), and the
 * built site (`site`).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/{e2e,bench,site,web}/**', '**/*.db.test.ts'],
          environment: 'node',
          // Modules are loaded once a worker, not once a file: a third of the time.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'unit-web',
          include: ['tests/web/**/*.test.ts'],
          environment: 'node',
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'database',
          include: ['tests/**/*.db.test.ts'],
          environment: 'node',
          globalSetup: ['tests/database/prepare.ts'],
          // Files of one worker share its embedded database: to start one takes longer than most files.
          isolate: false,
          // They wait for servers and disks as much as they compute.
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 30_000,
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
            'react-hook-form',
            'react-router',
            'i18next',
            '@base-ui/react/csp-provider',
            '@base-ui/react/dialog',
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
