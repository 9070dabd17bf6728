import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readCatalog } from '../../api/content/catalog.ts';

const site = 'dist/site';
const { sessions } = await readCatalog(site);

it('has a picture for every session, small and compressed', () => {
  expect(sessions.length).toBeGreaterThan(0);
  for (const { imageUrl } of sessions) {
    const file = path.join(site, imageUrl);
    expect(readFileSync(file).length).toBeLessThanOrEqual(3_000);
    for (const encoding of ['br', 'gz']) expect(existsSync(`${file}.${encoding}`)).toBe(true);
  }
});
