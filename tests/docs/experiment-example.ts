import { readFileSync } from 'node:fs';

/** The files of the quiz with an experiment in docs/guide/experiments.md. */
export function experimentExample(): readonly { readonly name: string; readonly text: string }[] {
  const manual = readFileSync(new URL('../../docs/guide/experiments.md', import.meta.url), 'utf8');
  return [...manual.matchAll(/^### `funnels\/(.+)`\n+```yaml\n([^]*?)```/gm)].map(([, name = '', text = '']) => ({
    name,
    text,
  }));
}
