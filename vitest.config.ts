import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { chromium, preparedPackages } from './tests/harness/in-chromium.ts';
import { siteSources } from './scripts/vite/site-sources.ts';

/** What other processes, servers and pages do comes late on a busy machine, which fails no test. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

/**
 * Kinds of test: rules (`unit`; `isolated` where a file puts something in the place of a module), the checker, what holds
 * for whatever is given, cases with their models, and the commands for authors (`author`), what the API
 * stores (`database`), components in a real browser (`browser`), how every step looks (`looks`), and the built site
 * (`site`). The stories have a file of their own: vitest.stories.config.ts.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [
            'tests/{e2e,bench,site,docs,scripts}/**',
            'tests/engine/{author,cases}/**',
            '**/*.{db,looks,property,isolated}.test.ts',
          ],
          environment: 'node',
          // Modules are loaded once a worker, not once a file: a third of the time.
          isolate: false,
          maxWorkers: 2,
          ...patient,
        },
      },
      {
        test: {
          name: 'author',
          include: [
            'tests/**/*.property.test.ts',
            'tests/engine/{author,cases}/**/*.test.ts',
            'tests/{docs,scripts}/**/*.test.ts',
          ],
          environment: 'node',
          isolate: false,
          maxWorkers: 2,
          ...patient,
        },
      },
      {
        test: {
          name: 'isolated',
          include: ['tests/**/*.isolated.test.ts'],
          environment: 'node',
          maxWorkers: 2,
          ...patient,
        },
      },
      {
        test: {
          name: 'database',
          include: ['tests/**/*.db.test.ts'],
          environment: 'node',
          globalSetup: ['tests/harness/prepare-databases.ts'],
          // Files of one worker share its embedded database: to start one takes longer than most files.
          isolate: false,
          // They wait for servers and disks as much as they compute.
          maxWorkers: 2,
          ...patient,
        },
      },
      {
        test: {
          name: 'site',
          include: ['tests/site/**/*.test.ts'],
          environment: 'node',
          maxWorkers: 2,
          ...patient,
        },
      },
      {
        test: {
          name: 'looks',
          include: ['tests/looks/*.looks.test.ts'],
          environment: 'node',
          maxWorkers: 2,
          ...patient,
        },
      },
      {
        plugins: [react(), siteSources()],
        optimizeDeps: {
          include: [
            ...preparedPackages,
            'react-hook-form',
            'react-router',
            'react-i18next',
            '@tanstack/react-query',
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
          browser: chromium,
          // What a test does in its page leaves one core idle.
          maxWorkers: 2,
          ...patient,
        },
      },
    ],
  },
});
