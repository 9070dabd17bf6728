import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** A package, or a folder of our own, in a script. */
export interface ScriptPart {
  /** `react-dom`, `web/quiz`; `bundler` for what the bundler adds. */
  readonly name: string;
  /** Bytes of its code after unused code was dropped, before it is minified. */
  readonly rendered: number;
  /** Bytes of that code compressed by itself (brotli): only good to compare parts. */
  readonly compressed: number;
}

/** What the scripts that every page loads are made of: the entry, and what it imports. */
export interface Weights {
  /** Inside the build's folder: `assets/index-1a2b.js`. */
  readonly files: readonly string[];
  readonly parts: readonly ScriptPart[];
}

/** Writes the `Weights` of the build into this file. */
export function weighModules(file: string): Plugin {
  return {
    name: 'weigh-modules',
    writeBundle(_options, bundle) {
      const entry = Object.values(bundle).find((chunk) => chunk.type === 'chunk' && chunk.isEntry);
      if (entry?.type !== 'chunk') throw new Error('The build has no entry');
      const files = [entry.fileName, ...entry.imports];
      const modules = files.flatMap((name) => {
        const chunk = bundle[name];
        return chunk?.type === 'chunk' ? Object.entries(chunk.modules) : [];
      });
      const code = new Map<string, string>();
      for (const [id, module] of modules) {
        const name = partOf(id);
        code.set(name, (code.get(name) ?? '') + (module.code ?? ''));
      }
      const parts = [...code]
        .filter(([, text]) => text !== '')
        .map(([name, text]): ScriptPart => {
          return { name, rendered: Buffer.byteLength(text), compressed: brotliCompressSync(text).length };
        });
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ files, parts } satisfies Weights, null, 2));
    },
  };
}

/** The package that a module is of, by its path; else its folder, of which the first two names count. */
export function partOf(id: string): string {
  if (id.startsWith('\0')) return 'bundler';
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id);
  if (inPackage) return inPackage[1]!;
  return path.dirname(path.relative('.', id)).split(path.sep).slice(0, 2).join('/');
}
