import { launchBrowser } from '../../tests/looks/camera.ts';
import { photographCabinet, photographReport } from './cabinet.ts';
import { writeFileSync } from 'node:fs';
import {
  digestsFile,
  digestsOfWords,
  photographCheck,
  photographFlow,
  photographReadme,
  photographSite,
  photographStorybook,
} from './studio.ts';

/**
 * `npm run docs:pictures`: makes the pictures of docs/guide/authoring.md and of the README again, all of them or, with
 * `check`, `flow`, `site`, `storybook`, `readme` (the quiz), `cabinet` or `report`, some. Those of Storybook are of the one
 * that is built.
 */
const parts = {
  check: photographCheck,
  flow: photographFlow,
  site: photographSite,
  storybook: photographStorybook,
  readme: photographReadme,
  cabinet: photographCabinet,
  report: photographReport,
};

const named = process.argv.slice(2);
const browser = await launchBrowser();
try {
  for (const [name, photographPart] of Object.entries(parts)) {
    if (named.length === 0 || named.includes(name)) await photographPart(browser);
  }
  if (named.length === 0) writeFileSync(digestsFile, `${JSON.stringify(digestsOfWords(), null, 2)}\n`);
} finally {
  await browser.close();
}
