import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Quiz } from './quiz.ts';
import { show } from './script.js';

/** The hand-written page on a server that does nothing but send it. */
export interface Floor {
  readonly url: string;
  close(): void;
}

/** Serves the least that shows this quiz: one page with its first step, its style and its script in it, compressed once. */
export async function serveFloor(quiz: Quiz): Promise<Floor> {
  const body = brotliCompressSync(pageOf(quiz));
  const server = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end();
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Encoding': 'br',
      'Content-Length': body.length,
      'Cache-Control': 'no-cache',
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pageOf(quiz: Quiz): string {
  const json = JSON.stringify(quiz).replaceAll('<', '\\u003c');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Quiz</title><link rel="icon" href="data:,">',
    `<style>${read('style.css')}</style></head><body><main>${show(quiz, 0)}</main>`,
    `<script type="application/json" id="quiz">${json}</script><script type="module">${read('script.js')}</script>`,
    '</body></html>',
  ].join('');
}

function read(name: string): string {
  return readFileSync(path.join(import.meta.dirname, name), 'utf8');
}
