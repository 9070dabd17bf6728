import { expect, test } from 'vitest';
import { createLog, type LogLevel } from '../../api/platform/log.ts';

function logTo(level: LogLevel) {
  const lines: string[] = [];
  return { log: createLog(level, () => ({ write: (line) => void lines.push(line) })), lines };
}

test('An event is one line of JSON with its time, its level and what is known', () => {
  const { log, lines } = logTo('info');
  log.info('request', { route: '/v1/users/me/', status: 200 });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    event: 'request',
    route: '/v1/users/me/',
    status: 200,
  });
});

test('Below its level nothing is written', () => {
  const { log, lines } = logTo('warn');
  log.info('request');
  log.warn('slow');
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['slow']);
});

test('An error is logged by its message and its stack, without what a driver hangs on it', () => {
  const { log, lines } = logTo('error');
  const cause = new Error('Key (email)=(ana@example.com) already exists');
  const error = Object.assign(new Error('duplicate key', { cause }), { detail: 'ana@example.com', parameters: ['x'] });
  log.error('request_failed', error, { requestId: '1' });
  expect(JSON.parse(lines[0]!)).toMatchObject({ event: 'request_failed', message: 'duplicate key', requestId: '1' });
  expect(lines[0]).toContain('log.test.ts');
  expect(lines[0]).not.toMatch(/ana@|parameters/);
});

test.each([
  ['a mail address', 'ana.maria+quiz@mail.example.com'],
  ['an access token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
  ['a one-time token', 'kQ3vN8xZ0bR5tY7uI9oP1aS2dF4gH6jK8lM0nB3vC5x'],
])('%s in the message of an error is cut out', (_what, secret) => {
  const { log, lines } = logTo('error');
  log.error('failed', new Error(`could not handle ${secret} today`));
  expect(lines[0]).toContain('could not handle [redacted] today');
  expect(lines[0]).not.toContain(secret);
});

test('A secret that is logged by mistake is not shown', () => {
  const { log, lines } = logTo('info');
  log.info('mistake', { password: 'hunter2', token: 'hunter2', email: 'hunter2' });
  expect(lines[0]).not.toContain('hunter2');
});
