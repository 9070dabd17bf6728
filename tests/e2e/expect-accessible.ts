import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** `npm run proof -- accessibility` looks at every step, outcome and state in both languages; the tests, at each kind of them. */
export const everything = process.env['EVERYTHING'] === '1';

type ColorScheme = 'light' | 'dark';

/** All rules in the light but those in `except`; in the dark, where only the colours differ, those about contrast. */
export async function expectAccessible(
  page: Page,
  where: string,
  colorSchemes: readonly ColorScheme[] = ['light', 'dark'],
  except: readonly string[] = [],
): Promise<void> {
  // Its rules are the same everywhere, and Firefox ESR 153 crashes in them.
  if (page.context().browser()!.browserType().name() === 'firefox') return;
  const all = { runOnly: tags, rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])) };
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await findViolations(page, colorScheme === 'light' ? all : { runOnly: ['color-contrast'] });
    expect(found, `${where}, ${colorScheme}`).toEqual([]);
  }
}

const source = readFileSync(path.resolve('node_modules/axe-core/axe.min.js'), 'utf8');

/** In the page itself, which has no frames; what passes isn't brought here from it. */
async function findViolations(page: Page, options: axe.RunOptions): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async (rules) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(rules);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    { ...options, resultTypes: ['violations'] } satisfies axe.RunOptions,
  );
}
