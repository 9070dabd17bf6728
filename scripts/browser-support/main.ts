import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { problemsOf } from './exceptions.ts';
import { scriptFeatures } from './script-features.ts';
import { styleFeatures } from './style-features.ts';

/**
 * Part of `npm run lint`: fails where the site uses what some browser of the table (`browserslist` in package.json) lacks,
 * and no fallback is named in exceptions.ts.
 */
const sheets = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => join('web', name));
const problems = problemsOf([
  ...scriptFeatures(resolve('scripts/browser-support/tsconfig.json')),
  ...sheets.flatMap((file) => styleFeatures(file, readFileSync(file, 'utf8'))),
]);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
