import type { SceneDrawing, ScenePlace } from '../../engine/model.ts';
import styles from './Scene.module.css';

interface Props {
  /** What its own ids begin with. */
  readonly id: string;
  readonly drawing: SceneDrawing;
  /** How far the quiz is, from 0 to 100: the drawings of one visit are one night, or one morning. */
  readonly percent: number;
}

/** The funnel's own scene. Decoration: hidden from screen readers. */
export function Scene({ id, drawing, percent }: Props) {
  const passed = Math.min(percent / 100, 1);
  const { skies, light, parts } = drawing;
  return (
    <svg className={styles.scene} viewBox="0 0 480 210" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {skies.map((colours, index) => (
        <linearGradient key={index} id={id + index} x2="0" y2="0.8">
          {colours.map((colour, at) => (
            <stop key={at} offset={at / (colours.length - 1)} stopColor={colour} />
          ))}
        </linearGradient>
      ))}
      <radialGradient id={`${id}h`}>
        <stop offset="0.3" stopColor={light} stopOpacity="0.38" />
        <stop offset="1" stopColor={light} stopOpacity="0" />
      </radialGradient>
      {skies.map((_, index) => (
        <rect key={index} width="480" height="210" fill={`url(#${id}${index})`} opacity={index ? passed : undefined} />
      ))}
      {parts.map(({ d, fill, line, width, halo, at = still, to = at }, index) => (
        <g key={index} {...placeBetween(at, to, passed)}>
          {halo && <circle r={halo} fill={`url(#${id}h)`} />}
          <path d={d} fill={fill} stroke={line} strokeWidth={width} />
        </g>
      ))}
    </svg>
  );
}

const still: ScenePlace = [0, 0, 1];

/** What stands where it is drawn, and can be seen, needs no attributes. */
function placeBetween(at: ScenePlace, to: ScenePlace, passed: number) {
  const [x, y, seen] = at.map((from, index) => Math.round((from + (to[index]! - from) * passed) * 100) / 100) as [
    number,
    number,
    number,
  ];
  const opacity = Math.min(Math.max(seen, 0), 1);
  return {
    transform: x || y ? `translate(${x} ${y})` : undefined,
    opacity: opacity < 1 ? opacity : undefined,
  };
}
