/**
 * Outline of the lit part of a waxing moon: `lit` runs from 0 (new) to 1 (full), around `center`.
 * The outer edge is half a circle; the inner one is half an ellipse that bulges with the phase.
 */
export function moonPath(lit: number, { center, radius }: { center: number; radius: number }): string {
  const top = center - radius;
  const bottom = center + radius;
  const bulge = round(radius * Math.abs(1 - 2 * lit));
  const side = lit < 0.5 ? 0 : 1;
  return `M${center} ${top}A${radius} ${radius} 0 0 1 ${center} ${bottom}A${bulge} ${radius} 0 0 ${side} ${center} ${top}Z`;
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
