import { readFileSync } from 'node:fs';

/** The files of the quiz that a page of docs/guide has as its example. */
export function exampleOf(page: string): readonly { readonly name: string; readonly text: string }[] {
  const manual = readFileSync(new URL(`../../docs/guide/${page}.md`, import.meta.url), 'utf8');
  return [...manual.matchAll(/^### `funnels\/(.+)`\n+```yaml\n([^]*?)```/gm)].map(([, name = '', text = '']) => ({
    name,
    text,
  }));
}
