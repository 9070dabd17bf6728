import { describe, expect, test } from 'vitest';
import { moonPath } from '../../../web/pages/drawings/MoonPhase.tsx';

/** Radius and side of the inner edge: 0 cuts into the right half, 1 bulges into the left one. */
function innerEdge(lit: number) {
  const [, bulge, side] = /A([\d.]+) 10 0 0 ([01]) 12 2Z$/.exec(moonPath(lit, { center: 12, radius: 10 })) ?? [];
  return { bulge: Number(bulge), side: Number(side) };
}

describe('the lit part of the moon', () => {
  test('is a crescent before the half', () => {
    expect(innerEdge(0.25)).toEqual({ bulge: 5, side: 0 });
  });

  test('has a straight edge at the half', () => {
    expect(innerEdge(0.5).bulge).toBe(0);
  });

  test('bulges to the other side after the half', () => {
    expect(innerEdge(0.75)).toEqual({ bulge: 5, side: 1 });
  });

  test('is a whole circle when full', () => {
    expect(innerEdge(1)).toEqual({ bulge: 10, side: 1 });
  });
});
