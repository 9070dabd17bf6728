import { once } from 'node:events';
import type { Server } from 'node:http';
import express, { type RequestHandler } from 'express';
import { loadSite } from '../../api/platform/site/load.ts';
import { serveNotFound, serveSite } from '../../api/platform/site/serve.ts';

/** A server of built sites, without an API, whose site is replaced as by a deployment. */
export class ReplaceableSite {
  readonly #port: number;
  #handlers: RequestHandler[] = [];
  #server: Server | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** From now on this site is served, and no other. */
  async publish(siteDir: string): Promise<void> {
    const options = { site: await loadSite(siteDir), keepToHttps: false };
    this.#handlers = [serveSite(options), serveNotFound(options)];
    if (this.#server) return;
    const app = express();
    app.use('/api', (_request, response) => void response.sendStatus(204));
    app.use((request, response, next) => {
      const [serve, refuse] = this.#handlers;
      void serve!(request, response, () => void refuse!(request, response, next));
    });
    this.#server = app.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** The server is away. */
  stop(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
    this.#server = undefined;
  }
}
