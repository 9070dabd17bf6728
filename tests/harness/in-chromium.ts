import { playwright } from '@vitest/browser-playwright';
import { browserArgs } from './browser-args.ts';

const executablePath = process.env['CHROMIUM'];

/** Vitest's browser: Chromium, as scripts/with-chromium.mjs has found it. */
export const chromium = {
  enabled: true,
  headless: true,
  screenshotFailures: false,
  instances: [{ browser: 'chromium' as const }],
  provider: playwright({ launchOptions: { args: browserArgs, ...(executablePath && { executablePath }) } }),
};

/** Packages that are prepared before, or they would be found while the tests run. */
export const preparedPackages = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'zustand',
  'zustand/vanilla',
];
