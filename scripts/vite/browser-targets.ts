import { readFileSync } from 'node:fs';

/** A line of `browserslist` in package.json: `Safari >= 16.1`. */
export interface OldestBrowser {
  readonly name: string;
  readonly version: string;
}

/** The oldest browsers that the site supports, by `browserslist` in package.json. */
export function oldestBrowsers(): OldestBrowser[] {
  const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: readonly string[] };
  return browserslist.map((line) => {
    const [, name, version] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
    if (!name || !version) throw new Error(`package.json: "${line}" is not of the kind "Safari >= 16.1".`);
    return { name, version };
  });
}

/** The same as Vite names them: `safari16.1`. */
export function browserTargets(): string[] {
  return oldestBrowsers().map(({ name, version }) => name.toLowerCase() + version);
}
