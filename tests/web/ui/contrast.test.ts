import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { palette } from '../../../content/brand.ts';
import { drawLook } from '../../../engine/author/look/draw-look.ts';
import { lands, type SceneName } from '../../../engine/author/look/lands.ts';
import { lights, type LightName } from '../../../engine/author/look/lights.ts';
import { mix } from '../../../engine/author/look/mix.ts';
import { withColours } from '../../../scripts/vite/site-sources.ts';

const css = withColours(readFileSync('web/ui/tokens.css', 'utf8'));
const light = colorsIn(css.slice(0, css.indexOf('@media')));
const dark = { ...light, ...colorsIn(/@media \(prefers-color-scheme: dark\) \{[\s\S]*?\n\}/.exec(css)![0]) };
const [byDay, atNight] = withColours(readFileSync('web/ui/accents.css', 'utf8')).split('@media') as [string, string];

/** Its name and its colours. */
type Scheme = [string, Record<string, string>];

/** Text, then everything it may stand on. */
const texts: Readonly<Record<string, readonly string[]>> = {
  ink: ['page', 'surface', 'raised', 'sunken', 'accent-wash', 'success-wash', 'glow'],
  'ink-soft': ['page', 'surface', 'raised', 'sunken', 'accent-wash', 'glow'],
  accent: ['page', 'surface', 'raised', 'accent-wash'],
  'accent-strong': ['page', 'surface'],
  'on-accent': ['accent', 'accent-strong'],
  danger: ['page', 'surface', 'raised'],
  'on-danger': ['danger-fill'],
  success: ['page', 'surface', 'success-wash'],
};
/** Edges of controls and rings of focus, then what they are next to. */
const edges: Readonly<Record<string, readonly string[]>> = {
  edge: ['page', 'surface', 'raised', 'accent-wash'],
  focus: ['page', 'surface', 'raised'],
  star: ['page', 'surface'],
};

describe.each<Scheme>([
  ['light', light],
  ['dark', dark],
  ...accentsIn(byDay).map(([name, colors]): Scheme => [`light with ${name}`, { ...light, ...colors }]),
  ...accentsIn(atNight).map(([name, colors]): Scheme => [`dark with ${name}`, { ...dark, ...colors }]),
])('in the %s scheme', (_, colors) => {
  test.each(pairs(texts))('%s can be read on %s', (front, back) => {
    expect(contrast(colors[front]!, colors[back]!)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(pairs(edges))('%s can be seen next to %s', (front, back) => {
    expect(contrast(colors[front]!, colors[back]!)).toBeGreaterThanOrEqual(3);
  });
});

/** How much of the scene behind a quiz's questions is seen: by light, then by dark. */
const [faintByDay, faintAtNight] = Array.from(
  readFileSync('web/quiz/Scene.module.css', 'utf8').matchAll(/\.backdrop \{[^}]*?opacity: ([\d.]+);/g),
  ([, opacity]) => Number(opacity),
);
const looks = Object.keys(lands).flatMap((scene) => Object.keys(lights).map((hour) => ({ scene, hour })));

test.each(looks)('text can be read on the faint scene "$scene" by "$hour"', ({ scene, hour }) => {
  const drawing = drawLook(palette, { scene: scene as SceneName, light: hour as LightName }).scene;
  const colours = [drawing.light, ...drawing.skies.flat(), ...drawing.parts.flatMap(({ fill }) => fill ?? [])];
  for (const [faint, { page, ...scheme }] of [[faintByDay!, light] as const, [faintAtNight!, dark] as const])
    for (const text of [scheme['ink']!, scheme['ink-soft']!, scheme['accent']!, scheme['danger']!])
      for (const colour of colours) expect(contrast(text, mix(page!, colour, faint))).toBeGreaterThanOrEqual(4.5);
});

function pairs(table: Readonly<Record<string, readonly string[]>>): [string, string][] {
  return Object.entries(table).flatMap(([front, backs]) => backs.map((back): [string, string] => [front, back]));
}

function colorsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(/--color-([a-z-]+): (#[0-9a-f]+);/g), ([, name, hex]) => [name!, hex!]),
  );
}

/** The rules of a funnel's own accent. */
function accentsIn(text: string): Scheme[] {
  return Array.from(text.matchAll(/\[data-accent='(\w+)'\] \{([^}]*)\}/g), ([, name, rules]) => [
    name!,
    colorsIn(rules!),
  ]);
}

/** The contrast ratio of WCAG 2. */
function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const digits = hex.length === 4 ? Array.from(hex.slice(1), (digit) => digit + digit) : hex.slice(1).match(/../g)!;
  const [red, green, blue] = digits
    .map((pair) => Number.parseInt(pair, 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
