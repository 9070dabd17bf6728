import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserTargets } from './scripts/vite/browser-targets.ts';
import { siteSources } from './scripts/vite/site-sources.ts';
import { typeface } from './scripts/vite/typeface.ts';

/** The web app. `scripts/build/app.ts` builds it twice: for the browser, and for rendering pages at build time. */
export default defineConfig({
  root: 'web',
  plugins: [react(), siteSources(), typeface()],
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    target: browserTargets(),
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    emptyOutDir: true,
  },
});
