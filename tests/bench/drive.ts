import { once } from 'node:events';
import { connect } from 'node:net';

/** A server under load: where it listens, what it is sent, and how long each of its answers is, headers and all. */
export interface Target {
  readonly port: number;
  readonly request: Buffer;
  readonly answerLength: number;
}

/** One request, and the length of its answer; throws where that is not 200. */
export async function aim(port: number, request: Buffer): Promise<Target> {
  const socket = connect(port, '127.0.0.1');
  socket.write(request);
  let answer = Buffer.alloc(0);
  for await (const chunk of socket) {
    answer = Buffer.concat([answer, chunk as Buffer]);
    const head = answer.indexOf('\r\n\r\n');
    const bodyLength = Number(/Content-Length: (\d+)/i.exec(answer.toString('latin1'))?.[1]);
    if (head !== -1 && answer.length >= head + 4 + bodyLength) break;
  }
  const text = answer.toString('latin1');
  if (!text.startsWith('HTTP/1.1 200 ')) throw new Error(`Not answered with 200:\n${text}`);
  return { port, request, answerLength: answer.length };
}

/**
 * Asks over so many connections at once for that long; resolves to the number of answers. It only counts bytes: a real
 * HTTP client would be slower than the servers and hide the difference. So answers must all have one length.
 */
export async function drive(target: Target, { seconds, connections }: { seconds: number; connections: number }) {
  const { port, request, answerLength } = target;
  const until = performance.now() + seconds * 1000;
  let answers = 0;
  const askAgainAndAgain = async () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
      if (received < answerLength) return;
      received -= answerLength;
      if (received !== 0) throw new Error('An answer was longer than the first one');
      answers += 1;
      if (performance.now() < until) socket.write(request);
      else socket.end();
    });
    socket.write(request);
    await once(socket, 'close');
  };
  await Promise.all(Array.from({ length: connections }, askAgainAndAgain));
  return answers;
}
