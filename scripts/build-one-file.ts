import path from 'node:path';

/** Builds a script into one file that needs no other and leaves no names behind. */
export async function buildOneFile(source: string, outFile: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: 'es2022',
      outDir: path.dirname(outFile),
      emptyOutDir: false,
      lib: { entry: path.resolve(source), formats: ['iife'], name: '_', fileName: () => path.basename(outFile) },
    },
  });
}
