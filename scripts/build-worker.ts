import path from 'node:path';

/** Builds a service worker into one file that needs no other. */
export async function buildWorker(source: string, outFile: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: 'es2022',
      outDir: path.dirname(outFile),
      emptyOutDir: false,
      lib: { entry: path.resolve(source), formats: ['es'], fileName: () => path.basename(outFile) },
    },
  });
}
