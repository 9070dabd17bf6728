import { expect, test } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { rareFormats } from '../../engine/run/recall.ts';
import { toResult } from '../../engine/run/result.ts';
import { splitIsolated } from '../../engine/run/typed-text.ts';
import { assignVariants } from '../../engine/run/variants.ts';
import { buildCase } from '../engine/cases/case.ts';
import { simulateLogs } from '../events/simulated/simulate-logs.ts';
import { Respondent } from '../questionnaires/respondent.ts';
import { slowSiteOf } from './slow-site.ts';
import { failOnErrors } from './visitor.ts';

// A build takes long on a busy machine; one is enough for all.
test.describe.configure({ mode: 'default', timeout: 600_000 });

const folder = 'tests/cases';
const ids = readdirSync(folder).flatMap((name) => /^([^.]+)\.yaml$/.exec(name)?.[1] ?? []);
const site = await slowSiteOf(() => folder);
test.beforeEach(() => site.sendScripts());

const today = new Date().toISOString().slice(0, 10);

/** Two visits by chance, which come to different outcomes where there are two. */
function visitsOf(id: string) {
  const built = buildCase(id, undefined, today).funnels[0]!;
  const input = { visits: 300, seed: id, stay: 1, back: 0, from: 0, to: 1e9 };
  const [first, ...others] = [...simulateLogs(built.funnel, input)];
  const second = others.find(({ outcome }) => outcome !== first!.outcome) ?? others[0];
  return { built, visits: [first!, second!] as const };
}

for (const id of ids)
  for (const [locale, nth] of [
    ['en', 0],
    ['es', 1],
  ] as const)
    test(`${id} leads to ${nth === 0 ? 'a result' : 'another result'} in ${locale}`, async ({ page }) => {
      const errors = failOnErrors(page);
      const { built, visits } = visitsOf(id);
      const { seed, answers } = visits[nth];
      const variants = assignVariants(built.funnel, seed);
      const data = rareFormats.read({ funnel: built.funnel, words: built.words[locale]! }, { variants });
      await page.addInitScript((name) => localStorage.setItem('visitorSeed', JSON.stringify(name)), seed);
      await page.goto(`${site.url}/${id}?locale=${locale}`);
      await new Respondent(page, data).answer(answers);
      const { title } = toResult(data, answers, { today, variants })!;
      const heading = splitIsolated(title).join('');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      expect(errors).toEqual([]);
    });
