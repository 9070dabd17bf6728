import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, nextBoundary } from '../../scripts/stripe-stand-in/billing/calendar.ts';
import { secondsOf } from './running-stand-in.ts';
import { writeTime } from './shop.ts';

const anchors = fc.integer({ min: secondsOf('2000-01-01T00:00:00Z'), max: secondsOf('2080-01-01T00:00:00Z') });

describe('the billing calendar', () => {
  it.each([
    ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
    ['2026-01-31T10:00:00Z', 2, '2026-03-31T10:00:00Z'],
    ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00Z'],
    ['2026-12-31T23:59:59Z', 2, '2027-02-28T23:59:59Z'],
    ['2026-03-01T00:00:00Z', 12, '2027-03-01T00:00:00Z'],
    // It knows no daylight saving time.
    ['2026-03-15T02:30:00Z', 9, '2026-12-15T02:30:00Z'],
  ])('counts from %s on by %i months to %s', (anchor, months, boundary) => {
    expect(writeTime(addMonths(secondsOf(anchor), months))).toBe(boundary);
  });

  it('keeps the time of day, and the day of the month where there is one', () => {
    fc.assert(
      fc.property(anchors, fc.integer({ min: 0, max: 240 }), (anchor, months) => {
        const [from, at] = [new Date(anchor * 1000), new Date(addMonths(anchor, months) * 1000)];
        const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
        const passed = (at.getUTCFullYear() - from.getUTCFullYear()) * 12 + at.getUTCMonth() - from.getUTCMonth();
        expect([passed, at.getUTCDate()]).toEqual([months, Math.min(from.getUTCDate(), lastDay)]);
        expect(at.toISOString().slice(11)).toBe(from.toISOString().slice(11));
      }),
    );
  });

  it('finds the end of the period that a time is in', () => {
    const part = fc.double({ min: 0, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(
        anchors,
        fc.constantFrom(1, 3, 12),
        fc.integer({ min: 0, max: 40 }),
        part,
        (anchor, months, n, at) => {
          const [start, end] = [addMonths(anchor, n * months), addMonths(anchor, (n + 1) * months)];
          expect(nextBoundary(anchor, months, Math.floor(start + (end - start) * at))).toBe(end);
        },
      ),
    );
  });
});
