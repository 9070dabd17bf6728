import { build } from './build.ts';

/** `npm start`: builds what has changed, then serves it. A funnel with problems is printed and never published. */
await build();
await import('./serve.ts');
