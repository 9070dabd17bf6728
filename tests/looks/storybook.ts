import { readFileSync } from 'node:fs';
import path from 'node:path';
import { preview } from 'vite';

const folder = 'dist/storybook';

/** A story whose looks are held. */
export interface ReferenceStory {
  readonly id: string;
  readonly funnel: string;
  readonly locale: string;
  /** The id of the step, or `outcome-` and that of the outcome. */
  readonly name: string;
}

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  readonly importPath: string;
  readonly tags: readonly string[];
}

/** Every step as it is first met, and the results of every outcome, in each language. */
export function referenceStories(): readonly ReferenceStory[] {
  const index = JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')) as { entries: Record<string, Entry> };
  return Object.values(index.entries).flatMap(({ id, title, name, importPath, tags }) => {
    const isStep = tags.includes('step') && name === 'empty';
    const [funnel, locale] = path.basename(importPath).split('.');
    if (!(isStep || tags.includes('results')) || !funnel || !locale) return [];
    const subject = title.split('/').at(-1)!;
    return [{ id, funnel, locale, name: isStep ? subject : `outcome-${subject}` }];
  });
}

/** Serves the built Storybook on a port of its own. */
export async function serveStorybook(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = await preview({
    configFile: false,
    logLevel: 'silent',
    build: { outDir: folder },
    preview: { port: 0, host: '127.0.0.1', strictPort: true },
  });
  return { url: server.resolvedUrls!.local[0]!, close: () => server.close() };
}
