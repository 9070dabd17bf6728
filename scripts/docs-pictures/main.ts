import { launchBrowser } from '../../tests/looks/camera.ts';
import { photographCheck, photographFlow, photographSite, photographStorybook } from './studio.ts';

/**
 * `npm run docs:pictures`: makes the pictures of docs/guide/authoring.md again, all of them or, with `check`, `flow`,
 * `site` or `storybook`, some. Those of Storybook are of the one that is built.
 */
const parts = { check: photographCheck, flow: photographFlow, site: photographSite, storybook: photographStorybook };

const named = process.argv.slice(2);
const browser = await launchBrowser();
try {
  for (const [name, photographPart] of Object.entries(parts)) {
    if (named.length === 0 || named.includes(name)) await photographPart(browser);
  }
} finally {
  await browser.close();
}
