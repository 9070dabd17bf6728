import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, text: readFileSync(`web/${name}`, 'utf8').replace(/\/\*[^]*?\*\//g, '') }));

test('no style clips one axis alone, for which Safari 16 paints no words at all', () => {
  const clips = files.filter(({ text }) =>
    /overflow-[xy]:\s*clip|overflow:\s*(?:visible clip|clip visible)/.test(text),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(clips.map(({ name }) => name)).toEqual([]);
});

/**
 * Where the parts that `:has()` looks at come and go, as all of a step does at each tap, the browser restyles what such a
 * rule may be about: by its class or tag a few elements, else all that the page's main part holds.
 */
test('a style for what stands in or beside something that holds another names what it is about', () => {
  const selectors = files.flatMap(({ name, text }) =>
    [...text.matchAll(/([^{}@;]*:has\([^{}]*)\{/g)].map(([, selector]) => ({ name, selector: selector!.trim() })),
  );
  expect(selectors.length).toBeGreaterThan(20);
  expect(selectors.flatMap(({ name, selector }) => nameless(selector).map((each) => `${name}: ${each}`))).toEqual([]);
});

/** Those of a selector list whose last part, behind a part with `:has()`, is made of pseudo-classes alone. */
function nameless(list: string): readonly string[] {
  return split(list, /,/)
    .filter((selector) => {
      const parts = split(selector, /[\s>+~]/).filter(Boolean);
      return parts.slice(0, -1).some((part) => part.includes(':has(')) && /^[:*]/.test(parts.at(-1)!);
    })
    .map((selector) => selector.trim());
}

/** At these signs, but not within brackets. */
function split(text: string, at: RegExp): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    depth += Number('(['.includes(sign)) - Number(')]'.includes(sign));
    if (depth === 0 && at.test(sign)) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
}
