import { expect, test } from 'vitest';
import { describeProblem } from '../../api/platform/http/problem.ts';

const waiting = (language: 'en' | 'es', retryAfterSeconds: number) =>
  describeProblem('too_many_requests', language, { retryAfterSeconds }).detail;

test('a caller over a limit reads in their language how long to wait', () => {
  expect(waiting('en', 601)).toBe('Too many attempts. Please try again in 11 minutes.');
  expect(waiting('en', 3)).toBe('Too many attempts. Please try again in 1 minute.');
  expect(waiting('es', 601)).toBe('Demasiados intentos. Vuelve a intentarlo dentro de 11 minutos.');
});
