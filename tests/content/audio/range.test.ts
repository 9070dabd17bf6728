import { describe, expect, it } from 'vitest';
import { requestedRange } from '../../../api/content/audio/range.ts';

const choose = (range?: string, ifRange?: string) => requestedRange({ range, ifRange, etag: '"a"', bytes: 100 });

describe('the range of a request', () => {
  it.each([
    ['bytes=0-', 0, 99],
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=99-', 99, 99],
    ['bytes=90-1000', 90, 99],
    ['bytes=-1', 99, 99],
    ['bytes=-1000', 0, 99],
    ['Bytes= 5-6 ', 5, 6],
  ])('%s is from %i to %i', (range, start, end) => {
    expect(choose(range)).toEqual({ start, end });
  });

  it.each([undefined, 'bytes=0-1,5-6', 'bytes=', 'bytes=-', 'bytes=6-5', 'bytes=a-b', 'seconds=0-1', '0-1'])(
    '%s is the whole',
    (range) => {
      expect(choose(range)).toBeNull();
    },
  );

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=999999999999999-', 'bytes=-0'])('%s is nowhere', (range) => {
    expect(choose(range)).toBe('unsatisfiable');
  });

  it('counts only where the caller has a part of the same file, if the caller says so', () => {
    expect(choose('bytes=5-6', '"a"')).toEqual({ start: 5, end: 6 });
    expect(choose('bytes=5-6', '"b"')).toBeNull();
    expect(choose('bytes=5-6', 'W/"a"')).toBeNull();
    expect(choose('bytes=5-6', 'Sun, 10 May 2026 11:00:00 GMT')).toBeNull();
  });
});
