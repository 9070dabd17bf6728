import { speeds } from './player-view.ts';

const key = 'playerSpeed';

/** The speed that was chosen last in this browser. */
export function readSpeed(): number {
  try {
    return speeds.find((speed) => String(speed) === localStorage.getItem(key)) ?? 1;
  } catch {
    return 1; // storage is off
  }
}

export function keepSpeed(speed: number): void {
  try {
    localStorage.setItem(key, String(speed));
  } catch {
    // storage is off or full: it counts as long as the page stays on
  }
}
