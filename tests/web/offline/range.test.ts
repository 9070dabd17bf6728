import { describe, expect, test } from 'vitest';
import { answerRange, findRange } from '../../../web/worker/audio.ts';

describe('the bytes that a player asks for, of a file of 100', () => {
  test.each([
    ['bytes=0-', { first: 0, last: 99 }],
    ['bytes=0-1', { first: 0, last: 1 }],
    ['bytes=40-59', { first: 40, last: 59 }],
    ['bytes=90-500', { first: 90, last: 99 }],
    ['bytes=99-', { first: 99, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-500', { first: 0, last: 99 }],
    [' Bytes = 5 - 6 ', { first: 5, last: 6 }],
  ])('%s are some', (header, range) => {
    expect(findRange(header, 100)).toEqual(range);
  });

  test.each([null, '', 'bytes=-', 'bytes=9-3', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=a-b'])(
    '%s is all of them',
    (header) => {
      expect(findRange(header, 100)).toBe('whole');
    },
  );

  test.each(['bytes=100-', 'bytes=200-300', 'bytes=-0'])('%s are none', (header) => {
    expect(findRange(header, 100)).toBe('none');
  });
});

describe('the answer', () => {
  const file = new Blob(['0123456789'], { type: 'audio/mpeg' });

  test('is the part, and says which', async () => {
    const response = answerRange(file, 'bytes=2-4');
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Range')).toBe('bytes 2-4/10');
    expect(response.headers.get('Content-Length')).toBe('3');
    expect(response.headers.get('Content-Type')).toBe('audio/mpeg');
    expect(await response.text()).toBe('234');
  });

  test('is the whole file where no part is asked for, and says that parts can be asked for', async () => {
    const response = answerRange(file, null);
    expect(response.status).toBe(200);
    expect(response.headers.get('Accept-Ranges')).toBe('bytes');
    expect(await response.text()).toBe('0123456789');
  });

  test('names the size where a request begins beyond the end', async () => {
    const response = answerRange(file, 'bytes=10-');
    expect(response.status).toBe(416);
    expect(response.headers.get('Content-Range')).toBe('bytes */10');
    expect(await response.text()).toBe('');
  });
});
