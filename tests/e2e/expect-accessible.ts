import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // In the page itself, which has no frames: otherwise a blank page is opened for each result.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (
      colorScheme === 'light' ? axe.withTags(tags).disableRules([...except]) : axe.withRules('color-contrast')
    ).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, `${where}, ${colorScheme}`).toEqual([]);
  }
}
