import type { Colours } from './colours.ts';
import type { Random } from './random.ts';
import { circle, rounded, size } from './shapes.ts';

/** Moon or sun, and where it stands. */
export interface Body {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

export interface Scene {
  readonly random: Random;
  readonly colours: Colours;
  readonly body: Body;
  readonly category: string;
  /** Of the gradients of this picture; no other picture has it. */
  readonly name: string;
}

/** The sky from the zenith to the horizon, with what stands in it in the hour of a category. */
export function drawSky(scene: Scene): string {
  return drawAir(scene) + drawStars(scene) + (bodies[scene.category] ?? drawFullMoon)(scene);
}

function drawAir({ colours, name }: Scene): string {
  const stops = colours.sky.map(
    (colour, index) => `<stop offset="${[0, 0.3, 0.52, 0.7][index]}" stop-color="${colour}"/>`,
  );
  const gradient = `<linearGradient id="${name}-sky" x2="0" y2="1">${stops.join('')}</linearGradient>`;
  return `${gradient}<rect width="${size}" height="${size}" fill="url(#${name}-sky)"/>`;
}

/** The darker the hour, the more of them. */
const starsIn: Readonly<Record<string, number>> = { sleep: 26, calm: 14, breathing: 9, confidence: 0, reset: 0 };

function drawStars({ random, colours, body, category }: Scene): string {
  const stars = Array.from({ length: starsIn[category] ?? 8 }, () => {
    const [x, y, r] = [random.whole(6, 394), random.whole(8, 190), random.oneOf([0.8, 1, 1, 1.3, 1.7])];
    const isHidden = Math.hypot(x - body.x, y - body.y) < body.r * 1.7;
    return isHidden ? '' : `M${x} ${y}h0`.concat(r > 1.3 ? `M${x} ${y}h.1` : '');
  }).join('');
  if (stars === '') return '';
  return `<path stroke="${colours.light}" stroke-width="2.4" stroke-linecap="round" opacity=".75" d="${stars}"/>`;
}

const bodies: Readonly<Record<string, (scene: Scene) => string>> = {
  sleep: drawMoon,
  calm: drawFullMoon,
  breathing: drawBreath,
  confidence: drawSun,
  reset: drawSun,
};

/** A moon that is not full, with the rest of it barely seen. */
function drawMoon({ random, colours, body }: Scene): string {
  const { x, y, r } = body;
  const isWaxing = random.oneOf([1, 0]);
  const isCrescent = random.oneOf([true, true, false]);
  const bulge = rounded(r * (isCrescent ? random.between(0.4, 0.78) : random.between(0.72, 0.88)));
  const inner = isCrescent ? 1 - isWaxing : isWaxing;
  const lit = `M${x} ${y - r}A${r} ${r} 0 0 ${isWaxing} ${x} ${y + r}A${bulge} ${r} 0 0 ${inner} ${x} ${y - r}Z`;
  const turned = `transform="rotate(${random.whole(-28, 28)} ${x} ${y})"`;
  return (
    circle({ ...body, r: r * 1.9 }, `fill="${colours.light}" opacity=".07"`) +
    circle(body, `fill="${colours.light}" opacity=".12"`) +
    `<path fill="${colours.light}" ${turned} d="${lit}"/>`
  );
}

function drawFullMoon({ colours, body }: Scene): string {
  return (
    circle({ ...body, r: body.r * 2.1 }, `fill="${colours.light}" opacity=".1"`) +
    circle({ ...body, r: body.r * 1.45 }, `fill="${colours.light}" opacity=".14"`) +
    circle(body, `fill="${colours.light}" opacity=".94"`)
  );
}

/** Rings that widen as a breath does. */
function drawBreath({ colours, body }: Scene): string {
  const rings = [1.45, 2, 2.65, 3.4, 4.3].map((wide, index) =>
    circle({ ...body, r: body.r * wide }, `opacity="${rounded(0.6 - index * 0.1)}"`),
  );
  return (
    `<g fill="none" stroke="${colours.light}" stroke-width="1.6">${rings.join('')}</g>` +
    circle(body, `fill="${colours.light}" opacity=".92"`)
  );
}

/** A sun that has just risen, and its glow. */
function drawSun({ colours, body, name }: Scene): string {
  const stops =
    `<stop stop-color="${colours.light}" stop-opacity=".85"/>` +
    `<stop offset="1" stop-color="${colours.light}" stop-opacity="0"/>`;
  return (
    `<radialGradient id="${name}-glow">${stops}</radialGradient>` +
    circle({ ...body, r: body.r * 3.6 }, `fill="url(#${name}-glow)"`) +
    circle(body, `fill="${colours.light}"`)
  );
}
