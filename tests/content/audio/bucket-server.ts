import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import { createServer, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenAnywhere } from '../../harness/app.ts';

interface StoredObject {
  readonly body: Buffer;
  readonly contentType: string;
  storedAt: Date;
}

export const settings = { keyId: 'AKIDOFTESTS', secret: 'a-secret-of-the-tests', region: 'eu-central-1' };

/**
 * Object storage with one bucket, `/sounds`, that speaks as much of S3 as the server uses. What is asked without a valid
 * signature is refused with 403: each is worked out again, by the code of AWS's own client.
 */
export async function startBucket() {
  const objects = new Map<string, StoredObject>();
  /** The requests so far, as `GET /sounds/made/x.mp3 200`. */
  const requests: string[] = [];
  /** What it answers under a key instead of storing: a status, or nothing, as the connection breaks. */
  const faults = new Map<string, number | 'broken'>();
  const server = createServer((request, response) => {
    response.once('close', () => requests.push(`${request.method} ${pathOf(request)} ${response.statusCode}`));
    void (async () => {
      const key = pathOf(request);
      const fault = request.method === 'PUT' ? faults.get(key) : undefined;
      if (fault === 'broken') return request.once('data', () => request.socket.destroy());
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (!(await isSigned(request))) return response.writeHead(403).end();
      if (fault !== undefined) return response.writeHead(fault).end();
      if (request.method === 'PUT') {
        const contentType = request.headers['content-type'] ?? '';
        objects.set(key, { body: Buffer.concat(chunks), contentType, storedAt: new Date() });
        return response.writeHead(200).end();
      }
      const found = objects.get(key);
      if (!found) return response.writeHead(404).end();
      const headers = { 'last-modified': found.storedAt.toUTCString(), 'content-type': found.contentType };
      return response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : found.body);
    })();
  });
  const port = await listenAnywhere(server);
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(stop);
  return { settings: { ...settings, url: `http://127.0.0.1:${port}/sounds` }, objects, requests, faults, stop };
}

const pathOf = ({ url = '' }: IncomingMessage) => new URL(url, 'http://bucket').pathname;

const signer = new SignatureV4({
  credentials: { accessKeyId: settings.keyId, secretAccessKey: settings.secret },
  region: settings.region,
  service: 's3',
  sha256: Sha256,
  uriEscapePath: false,
});

async function isSigned({ method = '', url = '', headers }: IncomingMessage): Promise<boolean> {
  const { pathname, searchParams, hostname, port } = new URL(url, `http://${headers.host}`);
  const where = { method, protocol: 'http:', hostname, port: Number(port), path: pathname };
  if (headers.authorization === undefined) {
    const expiresIn = Number(searchParams.get('X-Amz-Expires'));
    const signingDate = dateOf(searchParams.get('X-Amz-Date'));
    if (!(signingDate.getTime() + expiresIn * 1_000 > Date.now())) return false;
    const own = [...searchParams].filter(([name]) => !name.startsWith('X-Amz-'));
    // A body of an unknown kind stands for one that isn't signed.
    const request = { ...where, query: Object.fromEntries(own), headers: { host: headers.host! }, body: {} };
    const { query } = await signer.presign(request, { signingDate, expiresIn });
    return query?.['X-Amz-Signature'] === searchParams.get('X-Amz-Signature');
  }
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization) ?? [];
  const signed = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]));
  const signingDate = dateOf(headers['x-amz-date'] as string);
  const { headers: expected } = await signer.sign(
    { ...where, headers: signed, body: {} },
    { signingDate, signableHeaders: new Set(names.split(';')) },
  );
  return signatureIn(expected['authorization']) === signatureIn(headers.authorization);
}

const signatureIn = (text = '') => /Signature=(\w+)/.exec(text)?.[1];

const dateOf = (text: string | null | undefined) =>
  new Date((text ?? '').replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'));
