import { palette } from '../../../content/brand.ts';
import type { FunnelLook, SceneDrawing, ScenePart, ScenePlace } from '../../model.ts';
import { lights, type LightName } from './lights.ts';
import { lands, type SceneName } from './lands.ts';
import { mix } from './mix.ts';

/** How a funnel looks, as the file says it. What it leaves out is as on the rest of the site. */
export interface LookValue {
  readonly scene?: SceneName;
  readonly light?: LightName;
  /** `dusk` is the site's own. */
  readonly accent?: AccentName | 'dusk';
}
type AccentName = keyof typeof palette.accents;

/** What `accent` may name: the site's own, and the accents of the brand. */
export const accentNames: readonly string[] = ['dusk', ...Object.keys(palette.accents)].toSorted();

/** The look that a browser loads with the words: its scene is drawn, so that a quiz costs nothing for those it doesn't use. */
export function drawLook({ scene = 'lake', light = 'night', accent = 'dusk' }: LookValue = {}): FunnelLook {
  return {
    name: [scene, light, accent].join(', '),
    scene: drawScene(scene, light),
    ...(accent !== 'dusk' && { accent }),
  };
}

function drawScene(scene: SceneName, light: LightName): SceneDrawing {
  const { from, to, land, share } = palette.lights[light];
  const shine = palette.drawings.light;
  const [far, near, ground] = palette.lands[scene].map((colour, depth) =>
    mix(colour, land, share * (1 - depth * 0.06)),
  );
  const { parts, water } = lands[scene];
  const above = lights[light].parts(shine);
  return {
    skies: [from, to],
    light: shine,
    parts: [
      ...above,
      ...parts({ far: far!, near: near!, ground: ground!, light: shine, shade: palette.day.night }),
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
