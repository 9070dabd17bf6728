import { serve } from '../api/main.ts';
import { handedDependencies } from './handed-dependencies.ts';

/** Serves the site that `npm run build` has built. */
await serve(handedDependencies);
