import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundaryAt, nextBoundary, type Rhythm } from '../../scripts/stripe-stand-in/billing/calendar.ts';
import { secondsOf } from './running-stand-in.ts';
import { writeTime } from './shop.ts';

const monthly: Rhythm = { interval: 'month', count: 1 };
const quarterly: Rhythm = { interval: 'month', count: 3 };

const anchors = fc.integer({ min: secondsOf('2000-01-01T00:00:00Z'), max: secondsOf('2080-01-01T00:00:00Z') });
const months = fc.integer({ min: 1, max: 12 }).map((count): Rhythm => ({ interval: 'month', count }));
/** Months since the year 0. */
function monthOf(date: Date | undefined): number {
  return date ? date.getUTCFullYear() * 12 + date.getUTCMonth() : 0;
}

const numbers = fc.integer({ min: 0, max: 240 });

describe('the billing calendar', () => {
  it.each([
    ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
    ['2026-01-31T10:00:00Z', 2, '2026-03-31T10:00:00Z'],
    ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00Z'],
    ['2026-12-31T23:59:59Z', 2, '2027-02-28T23:59:59Z'],
    ['2026-03-01T00:00:00Z', 12, '2027-03-01T00:00:00Z'],
  ])('counts from %s on by %i months to %s', (anchor, n, boundary) => {
    expect(writeTime(boundaryAt(secondsOf(anchor), monthly, n))).toBe(boundary);
  });

  it('knows no daylight saving time', () => {
    const anchor = secondsOf('2026-03-15T02:30:00Z');
    expect(writeTime(boundaryAt(anchor, quarterly, 3))).toBe('2026-12-15T02:30:00Z');
  });

  it('counts weeks, days and years too', () => {
    const anchor = secondsOf('2028-02-29T08:00:00Z');
    expect(writeTime(boundaryAt(anchor, { interval: 'year', count: 1 }, 1))).toBe('2029-02-28T08:00:00Z');
    expect(writeTime(boundaryAt(anchor, { interval: 'year', count: 1 }, 4))).toBe('2032-02-29T08:00:00Z');
    expect(writeTime(boundaryAt(anchor, { interval: 'week', count: 2 }, 1))).toBe('2028-03-14T08:00:00Z');
    expect(writeTime(boundaryAt(anchor, { interval: 'day', count: 1 }, 1))).toBe('2028-03-01T08:00:00Z');
  });

  it('moves on in every month, whatever the day', () => {
    fc.assert(
      fc.property(anchors, months, numbers, (anchor, rhythm, n) => {
        const [from, to] = [n, n + 1].map((number) => new Date(boundaryAt(anchor, rhythm, number) * 1000));
        expect(monthOf(to) - monthOf(from)).toBe(rhythm.count);
      }),
    );
  });

  it('keeps the time of day, and the day of the month where there is one', () => {
    fc.assert(
      fc.property(anchors, months, numbers, (anchor, rhythm, n) => {
        const at = new Date(boundaryAt(anchor, rhythm, n) * 1000);
        const from = new Date(anchor * 1000);
        const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
        expect(at.toISOString().slice(11)).toBe(from.toISOString().slice(11));
        expect(at.getUTCDate()).toBe(Math.min(from.getUTCDate(), lastDay));
      }),
    );
  });

  it('finds the end of the period that a time is in', () => {
    fc.assert(
      fc.property(
        anchors,
        months,
        numbers,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (anchor, rhythm, n, part) => {
          const start = boundaryAt(anchor, rhythm, n);
          const end = boundaryAt(anchor, rhythm, n + 1);
          expect(nextBoundary(anchor, rhythm, Math.floor(start + (end - start) * part))).toBe(end);
        },
      ),
    );
  });
});
