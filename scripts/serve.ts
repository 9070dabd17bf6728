import { serve } from '../api/main.ts';
import { handedParts } from './handed-parts.ts';

/** Serves the site that `npm run build` has built. */
await serve(handedParts);
