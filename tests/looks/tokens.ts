import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { palette } from '../../content/brand.ts';
import type { Camera, Theme } from './camera.ts';

const file = 'tests/looks/references/tokens.json';

/** The colours and corners of the design by the names of `web/ui/tokens.css`, as a browser computes them. */
export type Tokens = Readonly<Record<string, string>>;

/** Those of the site and of each accent, by light and by dark: `light`, `dark sea`. */
export type TokensByLook = Readonly<Record<string, Tokens>>;

/** Which property of an element shows a token, by the beginning of its name. */
const shownAs = {
  color: 'background-color',
  gradient: 'background-image',
  shadow: 'box-shadow',
  radius: 'border-radius',
} as const;

const kinds = Object.keys(shownAs).join('|');

/** The names of these tokens, in their order. */
export const tokenNames: readonly string[] = [
  ...new Set(
    Array.from(
      readFileSync('web/ui/tokens.css', 'utf8').matchAll(new RegExp(`^\\s*(--(?:${kinds})-[a-z0-9-]+):`, 'gm')),
      ([, name]) => name!,
    ),
  ),
];

/** All tokens, as a page of Storybook has them by light and by dark, with the site's accent and with each other one. */
export async function readAllTokens(camera: Camera, themes: readonly Theme[]): Promise<TokensByLook> {
  const looks: Record<string, Tokens> = {};
  for (const theme of themes) {
    await camera.turn(theme);
    looks[theme] = await readTokens(camera.page);
    for (const accent of Object.keys(palette.accents))
      looks[`${theme} ${accent}`] = await readTokens(camera.page, accent);
  }
  return looks;
}

/** The tokens of a page as it is. */
export function readTokens(page: Page, accent: string | null = null): Promise<Tokens> {
  return page.evaluate(computeTokens, { names: tokenNames, shownAs, accent });
}

interface Asked {
  readonly names: readonly string[];
  readonly shownAs: Readonly<Record<string, string>>;
  readonly accent: string | null;
}

/** Runs in the page: each token as an element shows it. */
function computeTokens({ names, shownAs, accent }: Asked): Record<string, string> {
  const root = document.documentElement;
  const before = root.dataset['accent'];
  if (accent !== null) root.dataset['accent'] = accent;
  const probe = root.appendChild(document.createElement('div'));
  const tokens = names.map((name) => {
    const property = shownAs[name.split('-')[2]!]!;
    probe.style.setProperty(property, `var(${name})`);
    return [name, getComputedStyle(probe).getPropertyValue(property)];
  });
  probe.remove();
  if (before === undefined) delete root.dataset['accent'];
  else root.dataset['accent'] = before;
  return Object.fromEntries(tokens);
}

/** In what tokens differ from those that are held, a line each. */
export function describeTokens(tokens: Tokens, held: Tokens): readonly string[] {
  const names = [...new Set([...Object.keys(held), ...Object.keys(tokens)])];
  return names
    .filter((name) => tokens[name] !== held[name])
    .map((name) => `${name} is ${tokens[name] ?? 'gone'} instead of ${held[name] ?? 'nothing'}`);
}

/** The tokens that are held; none where none are. */
export function heldTokens(): TokensByLook {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TokensByLook) : {};
}

/** Holds these tokens. */
export function holdTokens(tokens: TokensByLook): void {
  writeFileSync(file, `${JSON.stringify(tokens, null, 2)}\n`);
}
