import { createServer } from 'node:http';
import { listen, ListenError } from '../api/platform/http/lifecycle.ts';

/** Ends the process with a sentence where a server can't listen there: it is better known before a minute of work. */
export async function requireFreePort(address: { readonly host: string; readonly port: number }): Promise<void> {
  const server = createServer();
  try {
    await listen(server, address);
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  await new Promise((resolve) => server.close(resolve));
}
