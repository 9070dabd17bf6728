import { mix } from './colours.ts';
import { drawInRain, drawOnLand, drawOnWater } from './landmarks.ts';
import { circle, ridge, ridgeLine, rounded } from './shapes.ts';
import type { Scene } from './sky.ts';

/** What lies under the sky and moves in it, by the voice that leads the session. */
export const lands: Readonly<Record<string, (scene: Scene) => string>> = {
  waves: drawSea,
  rain: drawRain,
  wind: drawWind,
  bells: drawBell,
  pads: drawMist,
};

/** Still water with long waves, and the light of the sky on it. */
function drawSea(scene: Scene): string {
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
function drawRain(scene: Scene): string {
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
function drawClouds(scene: Scene): string {
  const { random, body } = scene;
  const beside = body.x < 200 ? random.whole(220, 270) : random.whole(-30, 20);
  const before = body.x + random.oneOf([-1, 1]) * random.whole(34, 62) - 74;
  return (
    drawCloud(scene, { x: beside, y: random.whole(112, 132), opacity: 0.42 }) +
    drawCloud(scene, { x: before, y: body.y + random.whole(6, 16), opacity: 0.8 })
  );
}

function drawCloud({ random, colours }: Scene, { x, y, opacity }: { x: number; y: number; opacity: number }): string {
  const bumps = [random.whole(36, 50), random.whole(54, 70), random.whole(32, 46)];
  const arcs = bumps.map((wide) => `a${rounded(wide / 1.9)} ${rounded(wide / 1.9)} 0 0 1 ${wide} 0`);
  const wide = bumps.reduce((sum, each) => sum + each, 0);
  const fill = mix(colours.light, colours.sky[2], 0.5);
  return `<path fill="${fill}" opacity="${opacity}" d="M${x} ${y}${arcs.join('')}a13 13 0 0 1 0 26h-${wide}a13 13 0 0 1 0-26"/>`;
}

/** Wind that can be seen, and grass that bends in it. */
function drawWind(scene: Scene): string {
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

/** A bell that hangs before the light. */
function drawBell(scene: Scene): string {
  const { random, colours, body } = scene;
  const { sky, land, light } = colours;
  const hills =
    ridge(random, { y: 252, swing: 18, turns: 2, fill: mix(land[0], sky[3], 0.25) }) +
    ridge(random, { y: 288, swing: 14, turns: 2, fill: land[1] }) +
    drawOnLand(scene, 310) +
    ridge(random, { y: 332, swing: 10, turns: 2, fill: land[2] });
  const { x } = body;
  const y = 118;
  const bell = `M${x} ${y}c24 0 27 22 29 42 1 13 4 22 12 28 2 4 0 6-4 6h-74c-4 0-6-2-4-6 8-6 11-15 12-28 2-20 5-42 29-42`;
  return (
    hills +
    drawSounds(scene, y + 40) +
    `<path stroke="${land[2]}" stroke-width="3" d="M${x} 0v${y}"/>` +
    circle({ x, y: y + 80, r: 9 }, `fill="${land[2]}"`) +
    `<path fill="${land[2]}" d="${bell}"/>` +
    `<path fill="none" stroke="${light}" stroke-width="2.4" stroke-linecap="round" opacity=".35" d="M${x - 17} ${y + 50}c1-16 3-27 9-34"/>`
  );
}

/** What is heard of a bell; where the rings of the breath are, they say it already. */
function drawSounds({ category, colours, body: { x } }: Scene, y: number): string {
  if (category === 'breathing') return '';
  const sounds = [52, 76, 102].map((r) => {
    const [across, down] = [rounded(r * 0.87), rounded(r * 0.5)];
    const right = `M${x + across} ${y - down}a${r} ${r} 0 0 1 0 ${down * 2}`;
    return `${right}M${x - across} ${y - down}a${r} ${r} 0 0 0 0 ${down * 2}`;
  });
  return `<path fill="none" stroke="${colours.light}" stroke-width="2" stroke-linecap="round" opacity=".55" d="${sounds.join('')}"/>`;
}

/** Warm mist in bands between the hills: tones that lie on one another. */
function drawMist(scene: Scene): string {
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
