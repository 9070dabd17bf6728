import { once } from 'node:events';
import { connect } from 'node:net';
import type { EventBatch } from '../../../api/events/batches.ts';
import { clientIp } from '../../harness/api-calls.ts';

/** A connection to a server that is kept. */
export interface Sender {
  /** Sends a batch; resolves when it was answered with 204, else rejects. */
  readonly send: (batch: EventBatch) => Promise<void>;
}

let sent = 0;

/** Lean, as a real HTTP client would take more of the machine than the server. Few requests come from one address. */
export async function openSender({ hostname, port }: URL): Promise<Sender> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  return {
    async send(batch) {
      const body = JSON.stringify(batch);
      const head = ['POST /api/v1/events/ HTTP/1.1', `Host: ${hostname}`, 'Content-Type: text/plain;charset=UTF-8'];
      const more = [`Content-Length: ${Buffer.byteLength(body)}`, `X-Forwarded-For: ${clientIp(sent++ >> 6)}`];
      socket.write([...head, ...more, '', body].join('\r\n'));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      if (!answer.subarray(0, 12).equals(success)) throw new Error(`Not stored:\n${answer.toString()}`);
    },
  };
}

const success = Buffer.from('HTTP/1.1 204');
