import { rounded } from './shapes.ts';
import type { Scene } from './sky.ts';

/** Where it stands: away from the light, which it would hide. */
function placeBeside({ random, body }: Scene): number {
  return body.x < 200 ? random.whole(270, 345) : random.whole(55, 130);
}

/** What one picture of hills has and another has not: trees, a house with a light in it, birds. `y` is the ground. */
export function drawOnLand(scene: Scene, y: number): string {
  return scene.random.oneOf([drawTrees, drawHouse, drawBirds])(scene, y);
}

/** The same where it rains: no birds are about. */
export function drawInRain(scene: Scene, y: number): string {
  return scene.random.oneOf([drawTrees, drawHouse])(scene, y);
}

/** What is on the water or above it; `y` is the waterline. */
export function drawOnWater(scene: Scene, y: number): string {
  return scene.random.oneOf([drawBoat, drawBirds, drawIsland])(scene, y);
}

function drawTrees(scene: Scene, y: number): string {
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

function drawHouse(scene: Scene, y: number): string {
  const x = placeBeside(scene);
  const house = `M${x - 17} ${y}v-20l17-15 17 15v20z`;
  return (
    `<path fill="${scene.colours.land[2]}" d="${house}M${x + 7} ${y - 38}h6v16h-6z"/>` +
    `<path fill="#ffd9a0" d="M${x - 5} ${y - 18}h10v11h-10z"/>`
  );
}

function drawBirds(scene: Scene): string {
  const { random, colours } = scene;
  const left = placeBeside(scene) - 30;
  const birds = Array.from({ length: random.whole(3, 5) }, (_, index) => {
    const half = random.whole(6, 10);
    const wing = `q${rounded(half * 0.4)}-${rounded(half * 0.7)} ${half} 0`;
    return `M${left + index * 21} ${random.whole(104, 150)}${wing}${wing}`;
  });
  return `<path fill="none" stroke="${colours.light}" stroke-width="2" stroke-linecap="round" opacity=".7" d="${birds.join('')}"/>`;
}

function drawBoat(scene: Scene, y: number): string {
  const x = placeBeside(scene);
  const sails = `M${x} ${y - 46}v38h26q-4-24-26-38M${x - 4} ${y - 36}v28h-16q3-18 16-28`;
  return (
    `<path fill="${scene.colours.light}" opacity=".85" d="${sails}"/>` +
    `<path fill="${scene.colours.land[2]}" d="M${x - 26} ${y - 4}h56q-6 11-16 11h-26q-10 0-14-11"/>`
  );
}

function drawIsland(scene: Scene, y: number): string {
  const x = placeBeside(scene);
  return `<path fill="${scene.colours.land[1]}" d="M${x - 78} ${y}c30-4 36-34 62-40s32 18 46 22 30 16 48 18z"/>`;
}
