import { describe, expect, it } from 'vitest';
import { JobError, JobRefused, describeJobFailure, isLastAttempt, retryDelay } from '../../api/platform/jobs/queue.ts';

const noLuck = () => 0;

describe('a job that failed', () => {
  it('waits ten seconds, then twice as long each time, and never longer than an hour', () => {
    const delays = Array.from({ length: 12 }, (_, failures) => retryDelay(failures + 1, noLuck));
    expect(delays).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600, 3_600]);
  });

  it('waits up to half as long less, so that jobs which failed together come back apart', () => {
    expect(retryDelay(3, () => 0.999_999)).toBeCloseTo(20, 3);
    expect(retryDelay(3, () => 0.5)).toBe(30);
  });

  it('is given up after 12 attempts, after 3 when it was refused', () => {
    const failure = new JobError('The mail server did not take the mail');
    expect([11, 12].map((attempts) => isLastAttempt(attempts, failure))).toEqual([false, true]);
    const refusal = new JobRefused('The mail server refuses this mail');
    expect([2, 3].map((attempts) => isLastAttempt(attempts, refusal))).toEqual([false, true]);
  });
});

describe('what is kept of a failure', () => {
  it('is the message of errors that promise to hold nothing personal', () => {
    expect(describeJobFailure(new JobRefused('refused (550)'))).toBe('JobRefused: refused (550)');
  });

  it('is only the kind and the code of other errors', () => {
    const error = Object.assign(new TypeError('ada@example.org has no token abc'), { code: 'EENVELOPE' });
    expect(describeJobFailure(error)).toBe('TypeError EENVELOPE');
    expect(describeJobFailure(new Error('ada@example.org'))).toBe('Error');
    expect(describeJobFailure(Object.assign(new Error(''), { code: 'to ada@example.org' }))).toBe('Error');
    expect(describeJobFailure('ada@example.org')).toBe('Something that is not an error was thrown');
  });
});
