import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { drawPicture } from '../../scripts/pictures/draw-picture.ts';
import { drawings } from '../../scripts/pictures/drawings/index.ts';

const categories = ['sleep', 'calm', 'breathing', 'confidence', 'reset'];
const voices = ['waves', 'rain', 'wind', 'bells', 'pads'];
const undrawn = categories.flatMap((category) =>
  voices.flatMap((voice) =>
    ['first', 'second', 'third'].map((name) => ({ id: `${name}-${category}-${voice}`, category, voice })),
  ),
);
const sessions = [...undrawn, ...[...drawings.keys()].map((id) => ({ id, category: 'calm', voice: 'waves' }))];

/** What is still open where the elements of an SVG end. */
function unclosed(svg: string): readonly string[] {
  const open: string[] = [];
  for (const [, slash, name = '', end] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^<>]*?(\/?)>/g)) {
    if (slash === '') open.push(...(end === '' ? [name] : []));
    else expect(open.pop()).toBe(name);
  }
  return open;
}

test('a session has a picture of its own, and always the same one', () => {
  const pictures = sessions.map(drawPicture);
  expect(new Set(pictures).size).toBe(sessions.length);
  expect(sessions.map(drawPicture)).toEqual(pictures);
});

test('a picture is small, whole, and needs nothing that is not in it', () => {
  for (const svg of sessions.map(drawPicture)) {
    expect(svg.length).toBeLessThanOrEqual(3_000);
    expect(unclosed(svg)).toEqual([]);
    expect(svg).not.toMatch(/NaN|undefined|Infinity|<(?:style|script|text|image)|href/);
  }
});

test('pictures on one page share no id, and each uses only its own', () => {
  const ids = sessions.flatMap((session) => {
    const svg = drawPicture(session);
    const own = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => String(id));
    const used = [...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => String(id));
    expect(own.sort()).toEqual(used.sort());
    return own;
  });
  expect(new Set(ids).size).toBe(ids.length);
});

test('a new category or voice has pictures before anybody has drawn something for it', () => {
  const known = { id: 'first-steps', category: 'calm', voice: 'waves' };
  const words = ['focus', 'gratitude', 'drums', 'harp'];
  for (const word of words) {
    expect(drawPicture({ ...known, category: word })).toContain('</svg>');
    expect(drawPicture({ ...known, voice: word })).toContain('</svg>');
  }
});

test('each drawing is of a session that there is', () => {
  const content = parse(readFileSync('content/sessions.yaml', 'utf8')) as { sessions: Record<string, unknown> };
  expect(Object.keys(content.sessions)).toEqual(expect.arrayContaining([...drawings.keys()]));
});
