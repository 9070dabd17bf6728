import { expect as hurried } from '@playwright/test';

/**
 * Playwright's `expect` with a minute for what a page does, under Playwright's own runner and under Vitest, where nothing
 * configures it: a busy machine fails no test.
 */
export const expect = hurried.configure({ timeout: 60_000 });
