import type { Random } from './random.ts';

/** Pictures are as wide as high. Where one is cropped to 16:9, what is between 88 and 312 from the top is left. */
export const size = 400;

export interface Ridge {
  /** How far from the top it lies. */
  readonly y: number;
  /** How far it goes up and down from there. */
  readonly swing: number;
  /** How many ups and downs there are from side to side. */
  readonly turns: number;
}

/** A soft line from side to side, up and down by turns, as of hills or waves. */
export function ridgeLine(random: Random, { y, swing, turns }: Ridge): string {
  const step = size / turns;
  const start = random.between(-1.5, -0.5) * step;
  const direction = random.oneOf([1, -1]);
  const points = Array.from({ length: turns + 3 }, (_, index) => {
    const up = direction * (index % 2 === 0 ? 1 : -1);
    return { x: Math.round(start + index * step), y: Math.round(y + up * random.between(0.35, 1) * swing) };
  });
  const reach = Math.round(step * 0.42);
  const [first, ...others] = points as [(typeof points)[0], ...typeof points];
  const curves = others.map((to, index) => {
    const control = index === 0 ? `C${first.x + reach} ${first.y} ` : 'S';
    return `${control}${to.x - reach} ${to.y} ${to.x} ${to.y}`;
  });
  return `M${first.x} ${first.y}${curves.join('')}`;
}

/** All that lies below such a line. */
export function ridge(random: Random, { fill, ...shape }: Ridge & { readonly fill: string }): string {
  return `<path fill="${fill}" d="${ridgeLine(random, shape)}V${size}H-400Z"/>`;
}

export function circle({ x, y, r }: { x: number; y: number; r: number }, attributes: string): string {
  return `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="${rounded(r)}" ${attributes}/>`;
}

/** With one decimal at most: nobody sees more, and every byte counts. */
export function rounded(length: number): number {
  return Math.round(length * 10) / 10;
}
