import { palette } from '../../content/brand.ts';
import type { BuiltFunnel, CompiledFunnel, FunnelWords } from '../../engine/model.ts';
import { createFunnelMachine } from '../../engine/run/machine.ts';
import { drawGraph } from '../../engine/author/graph/draw-graph.ts';
import { describeGraph } from '../../engine/author/graph/flow-graph.ts';
import { writeMermaid } from '../../engine/author/graph/mermaid.ts';
import { CommandError, type ExitCode, type Io, writeFile } from './write-files.ts';
import { loadOne } from './load-one.ts';

interface GraphOptions {
  readonly dir: string;
  readonly format: 'svg' | 'mermaid' | 'xstate';
  readonly out?: string;
  readonly locale?: string;
}

/** Draws the flow of a funnel, on standard output or into a file. */
export async function graph(id: string, { dir, format, out, locale }: GraphOptions, io: Io): Promise<ExitCode> {
  const built = loadOne(id, dir);
  const words = locale === undefined ? undefined : wordsIn(built, locale);
  const picture = await draw(built.funnel, format, words);
  if (out === undefined) {
    io.out(picture);
    return 0;
  }
  writeFile(out, picture);
  io.out(`The flow of ${id} is drawn in ${out}.\n`);
  return 0;
}

function draw(funnel: CompiledFunnel, format: GraphOptions['format'], words?: FunnelWords): string | Promise<string> {
  switch (format) {
    case 'svg':
      return drawGraph(funnel, { colours: palette.graph, words });
    case 'mermaid':
      return writeMermaid(describeGraph(funnel, words));
    case 'xstate':
      // Its functions aren't written: guards and actions have names.
      return `${JSON.stringify(createFunnelMachine(funnel).config, null, 2)}\n`;
  }
}

function wordsIn({ funnel, words }: BuiltFunnel, locale: string): FunnelWords {
  const found = Object.hasOwn(words, locale) ? words[locale] : undefined;
  if (!found) throw new CommandError(`${funnel.id} has no words in "${locale}". It has: ${funnel.locales.join(', ')}.`);
  return found;
}
