import { palette } from '../../content/brand.ts';
import { mix } from '../../engine/author/look/mix.ts';
import type { PictureColours, PictureRandom } from './colours.ts';

/** What lies under the sky and moves in it, by the voice that leads the session. */
export const drawLands: Readonly<Record<string, (scene: PictureScene) => string>> = {
  waves: drawSea,
  rain: drawRain,
  wind: drawWind,
  bells: drawBell,
  pads: drawMist,
};

/** Still water with long waves, and the light of the sky on it. */
function drawSea(scene: PictureScene): string {
  const { random, colours, body } = scene;
  const { sky, land, light } = colours;
  const shore = ridge(random, { y: 246, swing: 12, turns: 2, fill: mix(land[0], sky[3], 0.35) });
  const glints = Array.from({ length: 7 }, (_, row) => {
    const wide = random.whole(8, 16) + (6 - Math.abs(row - 2)) * 4;
    return `M${rounded(body.x - wide / 2 + random.whole(-9, 9))} ${272 + row * 10}h${wide}`;
  });
  const waves = [0, 0.25, 0.5, 0.75, 1].map((near, index) => {
    const fill = mix(mix(land[0], land[1], Math.min(1, near * 2)), land[2], Math.max(0, near * 2 - 1));
    return ridge(random, { y: 262 + index * 24 + index * index * 2, swing: 3 + index * 1.8, turns: 3, fill });
  });
  const path = `<path fill="none" stroke="${light}" stroke-width="3" stroke-linecap="round" opacity=".5" d="${glints.join('')}"/>`;
  return shore + waves[0] + drawOnWater(scene, 272) + waves.slice(1, 3).join('') + path + waves.slice(3).join('');
}

/** Rain over hills, from clouds that drift by, and rings where it falls on a pond. */
function drawRain(scene: PictureScene): string {
  const { random, colours } = scene;
  const { sky, land, light } = colours;
  const drops = Array.from({ length: 46 }, () => {
    const long = random.whole(9, 20);
    return `M${random.whole(0, 400)} ${random.whole(134, 326)}l${rounded(-long * 0.2)} ${long}`;
  });
  const rings = Array.from({ length: 4 }, () => {
    const wide = random.whole(14, 32);
    return `<ellipse cx="${random.whole(30, 370)}" cy="${random.whole(334, 386)}" rx="${wide}" ry="${rounded(wide / 4)}"/>`;
  });
  return (
    ridge(random, { y: 236, swing: 24, turns: 2, fill: mix(land[0], sky[3], 0.2) }) +
    ridge(random, { y: 268, swing: 18, turns: 3, fill: land[1] }) +
    drawInRain(scene, 304) +
    ridge(random, { y: 316, swing: 6, turns: 2, fill: land[2] }) +
    drawClouds(scene) +
    `<g fill="none" stroke="${light}" stroke-linecap="round"><path stroke-width="1.8" opacity=".5" d="${drops.join('')}"/>` +
    `<g stroke-width="1.5" opacity=".35">${rings.join('')}</g></g>`
  );
}

/** A cloud that has begun to cover the light, and a fainter one beside it. */
function drawClouds(scene: PictureScene): string {
  const { random, body } = scene;
  const beside = body.x < 200 ? random.whole(220, 270) : random.whole(-30, 20);
  const before = body.x + random.oneOf([-1, 1]) * random.whole(34, 62) - 74;
  return (
    drawCloud(scene, { x: beside, y: random.whole(112, 132), opacity: 0.42 }) +
    drawCloud(scene, { x: before, y: body.y + random.whole(36, 46), opacity: 0.8 })
  );
}

function drawCloud(
  { random, colours }: PictureScene,
  { x, y, opacity }: { x: number; y: number; opacity: number },
): string {
  const bumps = [random.whole(36, 50), random.whole(54, 70), random.whole(32, 46)];
  const arcs = bumps.map((wide) => `a${rounded(wide / 1.9)} ${rounded(wide / 1.9)} 0 0 1 ${wide} 0`);
  const wide = bumps.reduce((sum, each) => sum + each, 0);
  const fill = mix(colours.light, colours.sky[2], 0.5);
  return `<path fill="${fill}" opacity="${opacity}" d="M${x} ${y}${arcs.join('')}a13 13 0 0 1 0 26h-${wide}a13 13 0 0 1 0-26"/>`;
}

/** Wind that can be seen, and grass that bends in it. */
function drawWind(scene: PictureScene): string {
  const { random, colours } = scene;
  const { sky, land, light } = colours;
  const hills =
    ridge(random, { y: 240, swing: 20, turns: 2, fill: mix(land[0], sky[3], 0.25) }) +
    ridge(random, { y: 278, swing: 16, turns: 2, fill: land[1] });
  const lines = [118, 152, 188, 222].map((y) => {
    const [left, wide] = [random.whole(-30, 170), random.whole(150, 300)];
    const third = Math.round(wide / 3);
    return `M${left} ${y + random.whole(-8, 8)}c${third} ${random.whole(-26, -14)} ${third * 2} ${random.whole(14, 26)} ${wide} ${random.whole(-8, 8)}`;
  });
  const grass = Array.from({ length: 34 }, (_, index) => {
    const [x, tall] = [index * 12.5 + random.whole(-6, 6), random.whole(40, 92)];
    const bent = rounded(tall * random.between(0.35, 0.6));
    return `M${rounded(x - 10)} 400q${rounded(bent * 0.1)} ${rounded(-tall * 0.7)} ${bent} ${-tall}`;
  });
  return (
    `${hills}${drawOnLand(scene, 300)}<g fill="none" stroke-linecap="round">` +
    `<path stroke="${light}" stroke-width="2.2" opacity=".6" d="${lines.join('')}"/>` +
    `<path stroke="${land[2]}" stroke-width="3.4" d="${grass.join('')}"/></g>` +
    ridge(random, { y: 352, swing: 8, turns: 2, fill: land[2] })
  );
}

/** A bell that hangs beside the light. */
function drawBell(scene: PictureScene): string {
  const { random, colours } = scene;
  const { sky, land, light } = colours;
  const hills =
    ridge(random, { y: 252, swing: 18, turns: 2, fill: mix(land[0], sky[3], 0.25) }) +
    ridge(random, { y: 288, swing: 14, turns: 2, fill: land[1] }) +
    drawOnLand(scene, 310) +
    ridge(random, { y: 332, swing: 10, turns: 2, fill: land[2] });
  const x = placeBeside(scene);
  const y = 118;
  const bell = `M${x} ${y}c24 0 27 22 29 42 1 13 4 22 12 28 2 4 0 6-4 6h-74c-4 0-6-2-4-6 8-6 11-15 12-28 2-20 5-42 29-42`;
  return (
    hills +
    drawSounds(colours, { x, y: y + 40 }) +
    `<path stroke="${land[2]}" stroke-width="3" d="M${x} 0v${y}"/>` +
    circle({ x, y: y + 80, r: 9 }, `fill="${land[2]}"`) +
    `<path fill="${land[2]}" d="${bell}"/>` +
    `<path fill="none" stroke="${light}" stroke-width="2.4" stroke-linecap="round" opacity=".35" d="M${x - 17} ${y + 50}c1-16 3-27 9-34"/>`
  );
}

/** The rings of a bell's sound. */
function drawSounds(colours: PictureColours, { x, y }: Pick<Body, 'x' | 'y'>): string {
  const sounds = [52, 72].map((r) => {
    const [across, down] = [rounded(r * 0.87), rounded(r * 0.5)];
    const right = `M${x + across} ${y - down}a${r} ${r} 0 0 1 0 ${down * 2}`;
    return `${right}M${x - across} ${y - down}a${r} ${r} 0 0 0 0 ${down * 2}`;
  });
  return `<path fill="none" stroke="${colours.light}" stroke-width="2" stroke-linecap="round" opacity=".55" d="${sounds.join('')}"/>`;
}

/** Warm mist in bands between the hills: tones that lie on one another. */
function drawMist(scene: PictureScene): string {
  const { random, colours } = scene;
  const { sky, land, light } = colours;
  const layers = [0, 1, 2, 3, 4].map((index) => {
    const fill = mix(mix(sky[3], land[0], 0.35), index < 3 ? land[1] : land[2], index / 4);
    const y = 222 + index * 33;
    const hill = ridge(random, { y, swing: 20 - index * 2, turns: 2, fill });
    const mist = `<path fill="none" stroke="${mix(light, sky[3], 0.5)}" stroke-width="${13 - index}" stroke-linecap="round" opacity="${rounded(0.3 - index * 0.04)}" d="${ridgeLine(random, { y: y + 20, swing: 6, turns: 2 })}"/>`;
    return (index === 3 ? drawOnLand(scene, 318) : '') + hill + (index < 4 ? mist : '');
  });
  return layers.join('');
}

/** Moon or sun, and where it stands. */
interface Body {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

export interface PictureScene {
  readonly random: PictureRandom;
  readonly colours: PictureColours;
  readonly body: Body;
  readonly category: string;
  /** Of the gradients of this picture; no other picture has it. */
  readonly name: string;
}

/** The sky from the zenith to the horizon, with what stands in it in the hour of a category. */
export function drawSky(scene: PictureScene): string {
  return drawAir(scene) + drawStars(scene) + (bodies[scene.category] ?? drawFullMoon)(scene);
}

export function drawAir({ colours, name }: PictureScene): string {
  const stops = colours.sky.map(
    (colour, index) => `<stop offset="${[0, 0.3, 0.52, 0.7][index]}" stop-color="${colour}"/>`,
  );
  const gradient = `<linearGradient id="${name}-sky" x2="0" y2="1">${stops.join('')}</linearGradient>`;
  return `${gradient}<rect width="${size}" height="${size}" fill="url(#${name}-sky)"/>`;
}

/** The darker the hour, the more of them. */
const starsIn: Readonly<Record<string, number>> = { sleep: 26, calm: 14, breathing: 9, confidence: 0, reset: 0 };

export function drawStars({ random, colours, body, category }: PictureScene): string {
  const stars = Array.from({ length: starsIn[category] ?? 8 }, () => {
    const [x, y, r] = [random.whole(6, 394), random.whole(8, 190), random.oneOf([0.8, 1, 1, 1.3, 1.7])];
    const isHidden = Math.hypot(x - body.x, y - body.y) < body.r * 1.7;
    return isHidden ? '' : `M${x} ${y}h0`.concat(r > 1.3 ? `M${x} ${y}h.1` : '');
  }).join('');
  if (stars === '') return '';
  return `<path stroke="${colours.light}" stroke-width="2.4" stroke-linecap="round" opacity=".75" d="${stars}"/>`;
}

/** What stands in the sky of a category, large enough to tell it by on a small picture. */
const bodies: Readonly<Record<string, (scene: PictureScene) => string>> = {
  sleep: drawMoon,
  calm: drawRestingMoon,
  breathing: drawBreath,
  confidence: drawRays,
  reset: drawLeaves,
};

/** A crescent, with the rest of the moon barely seen. */
function drawMoon({ random, colours, body }: PictureScene): string {
  const { x, y, r } = body;
  const isWaxing = random.oneOf([1, 0]);
  const bulge = rounded(r * random.between(0.45, 0.7));
  const lit = `M${x} ${y - r}A${r} ${r} 0 0 ${isWaxing} ${x} ${y + r}A${bulge} ${r} 0 0 ${1 - isWaxing} ${x} ${y - r}Z`;
  const turned = `transform="rotate(${random.whole(-28, 28)} ${x} ${y})"`;
  return (
    circle({ ...body, r: r * 1.9 }, `fill="${colours.light}" opacity=".07"`) +
    circle(body, `fill="${colours.light}" opacity=".12"`) +
    `<path fill="${colours.light}" ${turned} d="${lit}"/>`
  );
}

function drawFullMoon({ colours, body }: PictureScene): string {
  return (
    circle({ ...body, r: body.r * 2.1 }, `fill="${colours.light}" opacity=".1"`) +
    circle({ ...body, r: body.r * 1.45 }, `fill="${colours.light}" opacity=".14"`) +
    circle(body, `fill="${colours.light}" opacity=".94"`)
  );
}

/** A full moon behind bands of cloud that lie still. */
function drawRestingMoon(scene: PictureScene): string {
  const { colours, body } = scene;
  const { x, y, r } = body;
  const bands = [-0.3, 0.15, 0.6].map((down, index) => {
    const [wide, shift] = [r * (2.5 + index * 0.5), (index % 2 === 0 ? -1 : 1) * r * 0.35];
    return `M${rounded(x - wide / 2 + shift)} ${rounded(y + r * down)}h${rounded(wide)}`;
  });
  return (
    drawFullMoon(scene) +
    `<path fill="none" stroke="${colours.sky[2]}" stroke-width="${rounded(r * 0.2)}" stroke-linecap="round" d="${bands.join('')}"/>`
  );
}

/** Rings that widen as a breath does. */
function drawBreath({ colours, body }: PictureScene): string {
  const rings = [1, 1.55, 2.1, 2.65].map((wide, index) =>
    circle({ ...body, r: body.r * wide }, `stroke-width="${7 - index}" opacity="${rounded(0.95 - index * 0.2)}"`),
  );
  return (
    `<g fill="none" stroke="${colours.light}">${rings.join('')}</g>` +
    circle({ ...body, r: body.r * 0.5 }, `fill="${colours.light}"`)
  );
}

/** A sun with its rays. */
function drawRays({ colours, body }: PictureScene): string {
  const { x, y, r } = body;
  const rays = Array.from({ length: 16 }, (_, index) => {
    const angle = (index * Math.PI) / 8;
    const [across, down] = [Math.cos(angle), Math.sin(angle)];
    const [from, to] = [r * 1.25, r * (index % 2 === 0 ? 1.85 : 1.55)];
    return `M${rounded(x + across * from)} ${rounded(y + down * from)}L${rounded(x + across * to)} ${rounded(y + down * to)}`;
  });
  return (
    circle({ ...body, r: r * 2.4 }, `fill="${colours.light}" opacity=".12"`) +
    `<path stroke="${colours.light}" stroke-width="${rounded(r * 0.14)}" stroke-linecap="round" d="${rays.join('')}"/>` +
    circle(body, `fill="${colours.light}"`)
  );
}

/** A pair of leaves before a low sun: something starts over. */
function drawLeaves({ colours, body }: PictureScene): string {
  const { x, y, r } = body;
  const at = (across: number, down: number) => `${rounded(x + across * r)} ${rounded(y + down * r)}`;
  const leaf = (side: number) =>
    `M${at(0, 0.5)}C${at(side * 0.1, -0.3)} ${at(side * 0.6, -0.6)} ${at(side * 1.3, -0.65)}C${at(side * 1.35, 0.1)} ${at(side * 0.8, 0.5)} ${at(0, 0.5)}Z`;
  return (
    circle({ ...body, r: r * 1.75 }, `fill="${colours.light}" opacity=".45"`) +
    `<path fill="${colours.land[2]}" d="${leaf(1)}${leaf(-1)}"/>` +
    `<path stroke="${colours.land[2]}" stroke-width="${rounded(r * 0.12)}" stroke-linecap="round" d="M${at(0, 0.4)}L${at(0, 1.4)}"/>`
  );
}

/** Where it stands: away from the light, which it would hide. */
function placeBeside({ random, body }: PictureScene): number {
  return body.x < 200 ? random.whole(270, 345) : random.whole(55, 130);
}

/** What one picture of hills has and another has not: trees, a house with a light in it, birds. `y` is the ground. */
function drawOnLand(scene: PictureScene, y: number): string {
  return scene.random.oneOf([drawTrees, drawHouse, drawBirds])(scene, y);
}

/** The same where it rains: no birds are about. */
function drawInRain(scene: PictureScene, y: number): string {
  return scene.random.oneOf([drawTrees, drawHouse])(scene, y);
}

/** What is on the water or above it; `y` is the waterline. */
function drawOnWater(scene: PictureScene, y: number): string {
  return scene.random.oneOf([drawBoat, drawBirds, drawIsland])(scene, y);
}

function drawTrees(scene: PictureScene, y: number): string {
  const { random, colours } = scene;
  const count = random.whole(2, 4);
  const left = placeBeside(scene) - count * 12;
  const trees = Array.from({ length: count }, (_, index) => {
    const [x, tall] = [left + index * 24 + random.whole(-3, 3), random.whole(34, 62)];
    const [wide, crown] = [Math.round(tall * 0.22), tall - 8];
    const side = (direction: number) =>
      `c${direction * wide}-${rounded(crown * 0.1)} ${direction * wide}-${rounded(crown * 0.6)} 0-${crown}`;
    return `M${x} ${y + random.whole(-3, 3)}v-8${side(-1)}m0 ${crown}${side(1)}`;
  });
  return `<path fill="${colours.land[2]}" stroke="${colours.land[2]}" stroke-width="2.5" d="${trees.join('')}"/>`;
}

function drawHouse(scene: PictureScene, y: number): string {
  const x = placeBeside(scene);
  const house = `M${x - 17} ${y}v-20l17-15 17 15v20z`;
  return (
    `<path fill="${scene.colours.land[2]}" d="${house}M${x + 7} ${y - 38}h6v16h-6z"/>` +
    `<path fill="${palette.pictureWindow}" d="M${x - 5} ${y - 18}h10v11h-10z"/>`
  );
}

function drawBirds(scene: PictureScene): string {
  const { random, colours } = scene;
  const left = placeBeside(scene) - 30;
  const birds = Array.from({ length: random.whole(3, 5) }, (_, index) => {
    const half = random.whole(6, 10);
    const wing = `q${rounded(half * 0.4)}-${rounded(half * 0.7)} ${half} 0`;
    return `M${left + index * 21} ${random.whole(104, 150)}${wing}${wing}`;
  });
  return `<path fill="none" stroke="${colours.light}" stroke-width="2" stroke-linecap="round" opacity=".7" d="${birds.join('')}"/>`;
}

function drawBoat(scene: PictureScene, y: number): string {
  const x = placeBeside(scene);
  const sails = `M${x} ${y - 46}v38h26q-4-24-26-38M${x - 4} ${y - 36}v28h-16q3-18 16-28`;
  return (
    `<path fill="${scene.colours.light}" opacity=".85" d="${sails}"/>` +
    `<path fill="${scene.colours.land[2]}" d="M${x - 26} ${y - 4}h56q-6 11-16 11h-26q-10 0-14-11"/>`
  );
}

function drawIsland(scene: PictureScene, y: number): string {
  const x = placeBeside(scene);
  return `<path fill="${scene.colours.land[1]}" d="M${x - 78} ${y}c30-4 36-34 62-40s32 18 46 22 30 16 48 18z"/>`;
}

/** Pictures are as wide as high. Where one is cropped to 16:9, what is between 88 and 312 from the top is left. */
export const size = 400;

interface Ridge {
  /** How far from the top it lies. */
  readonly y: number;
  /** How far it goes up and down from there. */
  readonly swing: number;
  /** How many ups and downs there are from side to side. */
  readonly turns: number;
}

/** A soft line from side to side, up and down by turns, as of hills or waves. */
function ridgeLine(random: PictureRandom, { y, swing, turns }: Ridge): string {
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
export function ridge(random: PictureRandom, { fill, ...shape }: Ridge & { readonly fill: string }): string {
  return `<path fill="${fill}" d="${ridgeLine(random, shape)}V${size}H-400Z"/>`;
}

function circle({ x, y, r }: { x: number; y: number; r: number }, attributes: string): string {
  return `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="${rounded(r)}" ${attributes}/>`;
}

/** With one decimal at most: nobody sees more, and every byte counts. */
function rounded(length: number): number {
  return Math.round(length * 10) / 10;
}
