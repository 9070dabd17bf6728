import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { funnelSchemaFor } from '../../../engine/author/editor/schemas.ts';
import { drawLook } from '../../../engine/author/look/draw-look.ts';
import { funnelSchema } from '../../../engine/author/shape/validate.ts';
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
  expect(drawLook({ accent: 'moss' as 'sea' }).accent).toBe('moss');
  const accents = ['clay', 'dusk', 'leaf', 'moss', 'plum', 'sea'];
  expect(funnelSchema.properties.look.properties.accent.enum).toEqual(accents);
  expect(funnelSchemaFor([], [])).toMatchObject({
    properties: { look: { properties: { accent: { enum: accents } } } },
  });
  const [day, night] = withColours(readFileSync('web/ui/accents.css', 'utf8')).split('@media');
  expect(day).toMatch(/\[data-accent='sea'\] \{[^}]*--color-accent: #1d6577;/);
  expect(day).toMatch(/\[data-accent='moss'\] \{[^}]*--color-accent: #4d5c1f;/);
  expect(night).toMatch(/\[data-accent='moss'\] \{[^}]*--color-focus: #dae5b6;/);
});
