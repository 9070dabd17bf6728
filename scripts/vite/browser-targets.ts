import { readFileSync } from 'node:fs';

/** The oldest browsers that the site supports, by `browserslist` in package.json, as Vite names them: `safari16.1`. */
export function browserTargets(): string[] {
  const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: readonly string[] };
  return browserslist.map((line) => {
    const [, browser, version] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
    if (!browser || !version) throw new Error(`package.json: "${line}" is not of the kind "Safari >= 16.1".`);
    return browser.toLowerCase() + version;
  });
}
