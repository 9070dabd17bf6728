import { disc, line, shape, type Drawing } from './pen.ts';

/** Sessions that breathe with the listener. */
export const breathingDrawings = {
  'the-long-out-breath': {
    place: 'hills',
    draw: ({ light, dark }) =>
      line(dark, 8, 'M160 190c4 60-4 110-24 170') +
      line(light, 4, raysFrom({ x: 160, y: 184, from: 14, to: 66, count: 15, start: 5 })) +
      line(light, 13, raysFrom({ x: 160, y: 184, from: 74, to: 74.1, count: 15, start: 5 })) +
      disc(dark, 160, 184, 15) +
      line(light, 4, 'M262 152l26-14M276 208l28-4M318 122l24-14M322 172l26-8M352 136l20-8') +
      line(light, 13, 'M290 137h0M306 203h0M344 107h0M350 163h0M374 127h0'),
  },
  'breathing-with-the-wind': {
    place: 'hills',
    draw: ({ light, rose, warm, dark }) =>
      line(dark, 12, 'M200 192v190') +
      [light, rose, light, warm]
        .map(
          (colour, turn) =>
            `<g transform="rotate(${turn * 90} 200 192)">${shape(colour, 'M200 192V96c44 0 88 24 96 64-24 20-66 32-96 32Z')}${shape(dark, 'M200 192l96-32c-24 20-66 32-96 32Z', 0.2)}</g>`,
        )
        .join('') +
      disc(dark, 200, 192, 13) +
      line(light, 6, 'M24 128q24-16 48 0t44-4M16 168q18-12 36 0t34-2', 0.8),
  },
  'before-you-go-in': {
    place: 'hills',
    draw: ({ light, warm, rose, near, dark }) =>
      shape(near, 'M88 324h224v30H88Z') +
      shape(dark, 'M116 324V172a84 84 0 0 1 168 0v152Z') +
      shape(warm, 'M134 324V172a66 66 0 0 1 132 0v152Z') +
      shape(rose, 'M134 324V172a66 66 0 0 1 66-66l26 16v220Z') +
      line(dark, 5, 'M154 180a44 44 0 0 1 50-42v64h-50ZM154 226h50v74h-50Z', 0.3) +
      disc(light, 212, 232, 9) +
      shape(warm, 'M226 324h40l30 76H210Z', 0.6),
  },
} satisfies Record<string, Drawing>;

interface Rays {
  readonly x: number;
  readonly y: number;
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Where the first one stands, in degrees; together they leave an eighth of the round open. */
  readonly start: number;
}

function raysFrom({ x, y, from, to, count, start }: Rays): string {
  return Array.from({ length: count }, (_, index) => {
    const angle = ((start + (index * 315) / count) * Math.PI) / 180;
    const at = (r: number) => `${Math.round(x + Math.cos(angle) * r)} ${Math.round(y + Math.sin(angle) * r)}`;
    return `M${at(from)}L${at(to)}`;
  }).join('');
}
