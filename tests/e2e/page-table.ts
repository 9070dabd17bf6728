import type { Reporter, TestCase } from '@playwright/test/reporter';
import path from 'node:path';

/** What of the site is tried, by the journeys that do it: a part of `FILE › TITLE`. */
const pages: Readonly<Record<string, RegExp>> = {
  'quiz: its steps, Back, a reload and a change of language': /journey\.spec|engines\.spec.*a quiz leads/,
  'a field of every type': /publishing\.spec|engines\.spec.*step of every type/,
  'what is tapped or typed before the script has come': /early-steps\.spec|typed-first\.spec|before-the-script\.spec/,
  'results and plan': /leads to results and plan|engines\.spec.*a quiz leads/,
  'the sample': /sample\.spec/,
  'Back from another page, also from the back/forward cache': /back\/forward cache|engines\.spec.*Back from another/,
  'sign-up, log-out; cookies for 30 days': /account-journey\.spec|30 days|engines\.spec.*a member signs up/,
  'log-in, a new password, a link in an email': /account-journey\.spec|mail-links\.spec/,
  'payment, and back from Stripe’s page': /payment-funnel\.spec|engines\.spec.*a member signs up/,
  'plans that change, payments that fail': /payment-(?:detours|past-due|plan|portal|promotion|tabs|tax)\.spec/,
  'sessions: search': /listening-filters\.spec|engines\.spec.*a member signs up/,
  'sessions: filters, favourites': /listening-filters\.spec|favourites\.spec/,
  'a session saved on the device, and its list offline': /offline\.spec|engines\.spec.*a member signs up/,
  player: /listening(?:-ending|-interrupted)?\.spec|engines\.spec.*a member signs up/,
  'the player offline': /offline\.spec|engines\.spec.*a member signs up/,
  dashboard: /listening\.spec|engines\.spec.*a member signs up/,
  profile: /profile\.spec|account-changes\.spec/,
  'tips by email, unsubscribing': /tips and offers/,
  'by the keyboard alone': /keyboard\.spec|by-keys\.spec|keyboard alone/,
  'letters at 200 %, contrast and names': /large-text\.spec|accessibility\.spec/,
  'without cookies, storage or a recent browser': /taken-away\.spec|old-browsers\.spec/,
};

const engines: Readonly<Record<string, string>> = {
  phone: 'Chromium',
  desktop: 'Chromium',
  firefox: 'Firefox',
  'firefox-journeys': 'Firefox',
  webkitgtk: 'WebKitGTK',
  wpe: 'WPE',
};

/**
 * Prints how many journeys have passed in which part of the site and which engine, as a table in Markdown: `3 of 3`, a
 * dash where there was none, `left out` where a journey itself says so
 * (an annotation `leaves out` with the name of the part).
 */
export default class PageTable implements Reporter {
  readonly #tests: TestCase[] = [];

  onTestEnd(test: TestCase): void {
    if (!this.#tests.includes(test)) this.#tests.push(test);
  }

  onEnd(): void {
    const columns = [...new Set(Object.values(engines))];
    const rows = Object.entries(pages).map(([page, part]) => [
      page,
      ...columns.map((engine) => this.#verdict(page, part, engine)),
    ]);
    const lines = [['part of the site', ...columns], columns.map(() => '---').concat('---'), ...rows];
    console.log(lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'));
  }

  #verdict(page: string, part: RegExp, engine: string): string {
    const asked = this.#tests.filter(
      (test) =>
        engines[test.parent.project()!.name] === engine &&
        part.test(`${path.basename(test.location.file)} › ${test.title}`) &&
        test.outcome() !== 'skipped',
    );
    const isLeftOut = (test: TestCase) =>
      test.annotations.some(({ type, description }) => type === 'leaves out' && description === page);
    const tried = asked.filter((test) => !isLeftOut(test));
    if (tried.length === 0) return asked.length > 0 ? 'left out' : '–';
    return `${tried.filter((test) => test.ok()).length} of ${tried.length}`;
  }
}
