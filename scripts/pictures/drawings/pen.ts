/** The colours that a drawing is made of: the hue of its category, and what all pictures share. */
export interface DrawingColours {
  /** Of what is lit: paper, moon, cloth. */
  readonly light: string;
  /** Of lamps and fire, and of what they shine on. */
  readonly warm: string;
  /** Of clay, and of a sun that is low. */
  readonly ember: string;
  readonly rose: string;
  /** The sky's, deep at the top and pale at the horizon. */
  readonly deep: string;
  readonly pale: string;
  /** The land's, from far to near. */
  readonly far: string;
  readonly near: string;
  readonly dark: string;
}

/** What one title's picture shows, and where: the object lies between 95 and 310 from the top, around 200 from the left. */
export interface Drawing {
  readonly place: 'hills' | 'room' | 'water';
  readonly draw: (colours: DrawingColours) => string;
}

/** Everything inside an outline. */
export function shape(fill: string, d: string, opacity = 1): string {
  return `<path fill="${fill}"${seen(opacity)} d="${d}"/>`;
}

/** A line with round ends. */
export function line(colour: string, width: number, d: string, opacity = 1): string {
  return `<path fill="none" stroke="${colour}" stroke-width="${width}"${seen(opacity)} d="${d}"/>`;
}

export function disc(fill: string, x: number, y: number, r: number, opacity = 1): string {
  return `<circle fill="${fill}" cx="${x}" cy="${y}" r="${r}"${seen(opacity)}/>`;
}

export function heart(fill: string, x: number, y: number, size: number): string {
  const to = (...lengths: number[]) => lengths.map((length) => Math.round(length * size)).join(' ');
  const lobe = `a${to(0.52, 0.52)} 0 0 1 `;
  return shape(
    fill,
    `M${x} ${y + size}c${to(-0.4, -0.4, -1, -0.8, -1, -1.3)}${lobe}${to(1, -0.2)}${lobe}${to(1, 0.2)}c${to(0, 0.5, -0.6, 0.9, -1, 1.3)}Z`,
  );
}

/** 120 wide at `size` 1, from its left end, with `y` as its ground. */
export function cloud(fill: string, x: number, y: number, size: number, opacity = 1): string {
  const arc = (r: number, across: number, up: number) =>
    `a${[r, r].map((length) => Math.round(length * size)).join(' ')} 0 0 1 ${Math.round(across * size)} ${Math.round(up * size)}`;
  return shape(fill, `M${x} ${y}${arc(20, 2, -38)}${arc(32, 60, -12)}${arc(26, 40, 14)}${arc(18, 6, 36)}Z`, opacity);
}

export function rain(colour: string, drops: readonly (readonly [x: number, y: number])[]): string {
  return line(colour, 5, drops.map(([x, y]) => `M${x} ${y}l-6 24`).join(''), 0.7);
}

function seen(opacity: number): string {
  return opacity === 1 ? '' : ` opacity="${opacity}"`;
}
