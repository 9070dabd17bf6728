import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { palette } from '../../../content/brand.ts';
import { buildFunnels } from '../../../engine/author/build.ts';
import { funnelSchemaFor } from '../../../engine/author/editor/schemas.ts';
import { accentsOf } from '../../../engine/author/look/draw-look.ts';
import { readCatalogs, readFunnelFiles } from '../../../scripts/build/load-site.ts';
import { withColours } from '../../../scripts/vite/site-sources.ts';

vi.mock('../../../content/brand.ts', async (load) => {
  const { palette, ...rest } = await load<typeof import('../../../content/brand.ts')>();
  const moss = {
    day: { accent: '#4d5c1f', strong: '#3a4716', wash: '#eff3e0', sky: '#e9eed6' },
    night: { accent: '#c3d391', strong: '#dae5b6', wash: '#2a3324', sky: '#1f2a1c' },
  };
  return { ...rest, palette: { ...palette, accents: { ...palette.accents, moss } } };
});

test('an accent that is added to the brand alone can be picked by a funnel, is offered by editors and has its colours', () => {
  const files = readFunnelFiles()
    .filter(({ name }) => name.includes('sleep-issues'))
    .map(({ name, text }) => ({ name, text: text.replace('accent: dusk', 'accent: moss') }));
  const { funnels, problems } = buildFunnels({ ...readCatalogs(), files });
  expect(problems).toEqual([]);
  expect(funnels[0]!.words['en']!.look.accent).toBe('moss');
  const accents = ['clay', 'dusk', 'leaf', 'moss', 'plum', 'sea'];
  expect(funnelSchemaFor([], [], accentsOf(palette))).toMatchObject({
    allOf: expect.arrayContaining([{ properties: { look: { properties: { accent: { enum: accents } } } } }]),
  });
  const [day, night] = withColours(readFileSync('web/ui/accents.css', 'utf8')).split('@media');
  expect(day).toMatch(/\[data-accent='sea'\] \{[^}]*--color-accent: #1d6577;/);
  expect(day).toMatch(/\[data-accent='moss'\] \{[^}]*--color-accent: #4d5c1f;/);
  expect(night).toMatch(/\[data-accent='moss'\] \{[^}]*--color-focus: #dae5b6;/);
});
