import type { FunnelLook, SceneDrawing, ScenePart, ScenePlace } from '../../model.ts';
import { lights, type LightName } from './lights.ts';
import { lands, type SceneName } from './lands.ts';
import { mix } from './mix.ts';

/** How a funnel looks, as the file says it. What it leaves out is as on the rest of the site. */
export interface LookValue {
  readonly scene?: SceneName;
  readonly light?: LightName;
  /** `dusk` is the site's own. */
  readonly accent?: string;
}

/** The colours of the brand, as far as looks need them. */
export interface LookColours {
  /** By name, what may stand in the place of the site's own accent. */
  readonly accents: Readonly<Record<string, unknown>>;
  /** The skies as a scene begins and ends, and what they do to the land. */
  readonly lights: Readonly<Record<LightName, LightColours>>;
  /** From far to near. */
  readonly lands: Readonly<Record<SceneName, readonly string[]>>;
  readonly drawings: { readonly light: string };
  readonly day: { readonly night: string };
}
interface LightColours {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly land: string;
  readonly share: number;
}

/** What `accent` may name: the site's own, and the accents of the brand. */
export function accentsOf({ accents }: Pick<LookColours, 'accents'>): readonly string[] {
  return ['dusk', ...Object.keys(accents)].toSorted();
}

/** The look that a browser loads with the words: its scene is drawn, so that a quiz costs nothing for those it doesn't use. */
export function drawLook(
  colours: LookColours,
  { scene = 'lake', light = 'night', accent = 'dusk' }: LookValue = {},
): FunnelLook {
  return {
    name: [scene, light, accent].join(', '),
    scene: drawScene(colours, scene, light),
    ...(accent !== 'dusk' && { accent }),
  };
}

function drawScene(colours: LookColours, scene: SceneName, light: LightName): SceneDrawing {
  const { from, to, land, share } = colours.lights[light];
  const shine = colours.drawings.light;
  const [far, near, ground] = colours.lands[scene].map((colour, depth) =>
    mix(colour, land, share * (1 - depth * 0.06)),
  );
  const { parts, water } = lands[scene];
  const above = lights[light].parts(shine);
  return {
    skies: [from, to],
    light: shine,
    parts: [
      ...above,
      ...parts({ far: far!, near: near!, ground: ground!, light: shine, shade: colours.day.night }),
      ...(water === undefined ? [] : mirrored(above, water)),
      ...(lights[light].before?.(shine) ?? []),
    ],
  };
}

/** The light's own path over the water, under each body of the sky. */
function mirrored(sky: readonly ScenePart[], water: number): readonly ScenePart[] {
  return sky.flatMap(({ halo, fill, at, to }) => {
    if (halo === undefined || !fill || !at || !to) return [];
    return [{ line: fill, width: 2.4, at: below(at, water), to: below(to, water), d: glints }];
  });
}

function below([x, , opacity]: ScenePlace, water: number): ScenePlace {
  return [x, water, Math.round(60 * Math.min(opacity, 1)) / 100];
}

const glints = 'M-30 0h60M-38 8h50M-18 16h58M-30 25h40M-14 34h44';
