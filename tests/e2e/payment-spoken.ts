import { expect, type Page } from '@playwright/test';
import { words } from '../../scripts/stripe-stand-in/pages/words.ts';
import { languageTag } from '../../engine/model.ts';
import type { Language } from '../../schemas/api/values.ts';

/** Stripe's page says that it speaks this language, and has no words of the other one but for the plans' own names. */
export async function expectSpokenAtStripe(page: Page, locale: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', languageTag(locale));
  const own = textsIn(words[locale]);
  const foreign = textsIn(words[locale === 'es' ? 'en' : 'es']).filter((text) => !own.includes(text));
  const lines = await page.evaluate(() => [document.title, ...document.body.innerText.split('\n')]);
  expect(lines.map((line) => line.trim()).filter((line) => foreign.includes(line))).toEqual([]);
}

/** Texts without values in them. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
