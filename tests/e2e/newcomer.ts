import { expect, type Locator, type Page } from '@playwright/test';
import type { TFunction } from 'i18next';
import type { Locale } from '../../engine/model.ts';
import { expectSpoken } from './expect-spoken.ts';
import { newEmail } from './member.ts';
import { speaker } from './speaker.ts';

/** Somebody on the way to an account, who finds controls by their words in one language. */
export class Newcomer {
  readonly page: Page;
  readonly locale: Locale;
  readonly email = newEmail();
  readonly t: TFunction;
  private readonly main: Locator;

  constructor(page: Page, locale: Locale) {
    this.page = page;
    this.locale = locale;
    this.t = speaker(locale);
    this.main = page.locator('main');
  }

  /** The first button of the page with these words. */
  button(key: string): Locator {
    return this.main.getByRole('button', { name: this.t(key), exact: true }).first();
  }

  /** The link of the page with these words. */
  link(key: string): Locator {
    return this.main.getByRole('link', { name: this.t(key) });
  }

  field(key: string): Locator {
    return this.main.getByRole('textbox', { name: this.t(key) });
  }

  plan(name: 'basic'): Locator {
    return this.main.getByRole('radio', { name: this.t(`plan:plans.${name}.name`) });
  }

  get banner(): Locator {
    return this.page.getByRole('region', { name: this.t('cabinet:banner.label') });
  }

  /** The page at this path is shown, under this heading and in the newcomer's language. */
  async expectPage(path: string, heading: string): Promise<void> {
    await expect(this.page).toHaveURL((url) => url.pathname === path);
    await expect(this.main.locator('h1')).toHaveText(this.t(heading));
    await expectSpoken(this.page, this.locale);
  }

  /** What the API answers the user of this browser. */
  async ask(path: string): Promise<unknown> {
    const token = (await this.page.context().cookies()).find(({ name }) => name === 'authToken')!.value;
    const headers = { Authorization: `Bearer ${token}` };
    const response = await this.page.request.get(`/api/v1${path}`, { headers });
    return response.json();
  }
}
