import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FrontendReader } from '../../api/platform/db/embedded/bridge.ts';

const message = (type: string, body: string) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
};
const start = message('', 'user\0postgres\0');
const extended = ['P', 'B', 'D', 'E', 'S'].map((type) => message(type, type === 'S' ? '' : `S in ${type} Q`));

it('requests are cut at Sync and Query, however the bytes arrive', () => {
  const first = Buffer.concat(extended);
  const second = message('Q', 'SELECT 1\0');
  const bytes = Buffer.concat([start, first, second, first, message('X', '')]);
  const expected = ['start', first.toString(), second.toString(), first.toString(), 'end'];
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: bytes.length })), (cuts) => {
      const reader = new FrontendReader();
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      const requests = chunks.flatMap((chunk) => reader.read(chunk));
      expect(requests.map((it) => (it.type === 'batch' ? it.bytes.toString() : it.type))).toEqual(expected);
    }),
  );
});

it('an unfinished request waits', () => {
  const reader = new FrontendReader();
  reader.read(start);
  expect(reader.read(Buffer.concat(extended.slice(0, 4)))).toEqual([]);
});
