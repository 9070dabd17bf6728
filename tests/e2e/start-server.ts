import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { saveOutput, serverSecret } from './shared-with-server.ts';

/** `npm start` with an empty database of its own, which goes with the process. */
const dataDirectory = mkdtempSync(path.join(tmpdir(), 'e2e-'));
process.once('exit', () => rmSync(dataDirectory, { recursive: true, force: true }));
process.env['DATA_DIR'] = dataDirectory;
process.env['AUTH_SECRET'] = serverSecret;
// All visits of the journeys come from one address.
process.env['VISITS_PER_MINUTE'] = '10000';
process.env['STRIPE_PROMOTION_CODES'] = 'on';
process.env['STRIPE_CANCEL_OFFER'] = 'STAY';
saveOutput();
await import(new URL('../../scripts/start.mjs', import.meta.url).href);
