import { useId } from 'react';
import styles from './Scene.module.css';

const horizon = 148;

/**
 * Still water under the sky. As the quiz goes on (`percent`) the moon sets and the sun comes up, so that the drawings
 * of one visit are one night. Decoration: hidden from screen readers.
 */
export function Scene({ percent }: { readonly percent: number }) {
  const id = useId();
  const passed = Math.min(Math.max(percent, 0), 100) / 100;
  const moon = { x: round(168 - 50 * passed), y: round(56 + 150 * passed), light: between(1.15 - 1.7 * passed) };
  const sun = { x: 322, y: round(206 - 96 * passed), light: between(2.2 * passed - 0.75) };
  return (
    <svg className={styles.scene} viewBox="0 0 480 210" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <Gradient id={`${id}night`} stops={['night', 'dusk']} />
        <Gradient id={`${id}day`} stops={['dusk', 'rose', 'dawn']} />
        <radialGradient id={`${id}halo`}>
          <stop className={styles.light} offset="0.3" stopOpacity="0.38" />
          <stop className={styles.light} offset="1" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="480" height={horizon} fill={`url(#${id}night)`} />
      <rect width="480" height={horizon} fill={`url(#${id}day)`} opacity={between(0.15 + passed)} />
      <path className={styles.stars} opacity={between(1 - 1.2 * passed)} d={stars} />
      <g opacity={moon.light} transform={`translate(${moon.x} ${moon.y})`}>
        <circle r="62" fill={`url(#${id}halo)`} />
        <path className={styles.disc} d="M8-23a25 25 0 1 0 15 33A21 21 0 0 1 8-23Z" />
      </g>
      <g opacity={sun.light} transform={`translate(${sun.x} ${sun.y})`}>
        <circle r="96" fill={`url(#${id}halo)`} />
        <circle className={styles.disc} r="31" />
      </g>
      <path className={styles.far} d="M0 128C60 96 108 102 152 118s88 12 132-8 92-26 196 8v34H0Z" />
      <path className={styles.near} d="M0 142c70-26 118-8 166-6s84-22 146-14 104 26 168 12v20H0Z" />
      <rect className={styles.water} y={horizon} width="480" height="62" />
      <path className={styles.ripples} d="M22 166h70M204 158h44M398 170h58M60 196h40M410 194h30" />
      <path className={styles.glints} opacity={round(0.6 * moon.light)} transform={`translate(${moon.x})`} d={glints} />
      <path className={styles.glints} opacity={round(0.8 * sun.light)} transform={`translate(${sun.x})`} d={glints} />
    </svg>
  );
}

const stars = 'M52 38h0M96 78h0M110 24h0M228 58h0M262 22h0M318 66h0M372 32h0M424 74h0M448 24h0M66 104h0M346 96h0';
/** The light's own path over the water, around x = 0. */
const glints = 'M-30 154h60M-38 162h50M-18 170h58M-30 179h40M-14 188h44M-24 198h30';

interface GradientProps {
  readonly id: string;
  readonly stops: readonly ('night' | 'dusk' | 'rose' | 'dawn')[];
}

/** From the zenith down to the horizon. */
function Gradient({ id, stops }: GradientProps) {
  return (
    <linearGradient id={id} x2="0" y2="1">
      {stops.map((stop, index) => (
        <stop key={stop} className={styles[stop]} offset={index / (stops.length - 1)} />
      ))}
    </linearGradient>
  );
}

/** An opacity. */
function between(value: number): number {
  return round(Math.min(Math.max(value, 0), 1));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
