import { describe, expect, it } from 'vitest';
import { explainOutage } from '../../api/platform/db/unavailable.ts';
import { explainShortage } from '../../api/platform/shortage.ts';

const withCode = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

describe('what a process has too little of is called by its name', () => {
  it.each([
    ['memory', new RangeError('WebAssembly.Memory(): could not allocate memory')],
    [
      'memory',
      new RangeError('WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance'),
    ],
    ['memory', new RangeError('Array buffer allocation failed')],
    ['memory', withCode('ENOMEM')],
    ['files', withCode('EMFILE', { path: '/elsewhere/a.js' })],
    ['files', withCode('ENFILE')],
    ['files', Object.assign(new Error('of PGlite'), { name: 'ErrnoError', errno: 33 })],
    ['another one', withCode('EAGAIN', { syscall: 'spawn node' })],
  ])('%s', (what, error) => {
    const sentence = explainShortage(error);
    expect(sentence).toMatch(new RegExp(`^This process .*${what}.*\\. Raise the limit \\(ulimit -[vnu], `));
    for (const databaseUrl of [null, 'postgres://localhost/one'])
      expect(explainOutage(error, { databaseUrl, dataDirectory: '.data' })).toBe(sentence);
  });

  it('anything else is not', () => {
    for (const error of [withCode('ENOSPC'), withCode('EAGAIN', { syscall: 'read' }), new Error('Aborted()'), 'text'])
      expect(explainShortage(error)).toBeNull();
  });
});
