import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

it('the page about watching the server names every event that its log can have', () => {
  const code = readdirSync('api', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(path.join('api', file), 'utf8'))
    .join('\n');
  const events = [...code.matchAll(/log\s*\.(?:info|warn|error)\(\s*'(\w+)'/g)].map(([, name]) => name!);
  const page = readFileSync('docs/guide/operate/watch.md', 'utf8');
  expect(events.length).toBeGreaterThan(20);
  expect(events.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
