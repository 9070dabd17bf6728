import { expect, it } from 'vitest';
import { Bridge } from '../../api/platform/db/embedded/bridge.ts';

const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** A plain query, as the protocol has it. */
function query(sql: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(5 + Buffer.byteLength(sql));
  return Buffer.concat([Buffer.from('Q'), length, Buffer.from(`${sql}\0`)]);
}

/** A connection that has begun. */
function connectTo(bridge: Bridge) {
  const stream = bridge.connect();
  stream.write(Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]));
  stream.read();
  return stream;
}

it('a query that throws ends its own connection and no other', async () => {
  const execute = (bytes: Uint8Array) =>
    Buffer.from(bytes).includes('broken') ? Promise.reject(new Error('on purpose')) : Promise.resolve(ready);
  const bridge = new Bridge({ execute, timeoutMilliseconds: 5_000 });
  const [one, other] = [connectTo(bridge), connectTo(bridge)];
  const broken = new Promise<Error>((resolve) => one.once('error', resolve));
  const answer = new Promise<Buffer>((resolve) => other.once('data', resolve));
  one.write(query('broken'));
  other.write(query('whole'));
  expect(await broken).toMatchObject({ message: 'on purpose' });
  expect(await answer).toEqual(ready);
});

it('connections that always have a query take turns', async () => {
  const order: string[] = [];
  const execute = (bytes: Uint8Array) => {
    order.push(Buffer.from(bytes).toString('latin1').at(5)!);
    return Promise.resolve(ready);
  };
  const bridge = new Bridge({ execute, timeoutMilliseconds: 5_000 });
  const runs = ['a', 'b'].map((name) => {
    const stream = connectTo(bridge);
    let left = 20;
    const send = () => stream.write(query(name));
    const done = new Promise<void>((resolve) => stream.on('data', () => (--left > 0 ? send() : resolve())));
    send();
    return done;
  });
  await Promise.all(runs);
  expect(order.join('')).toBe('ab'.repeat(20));
});
