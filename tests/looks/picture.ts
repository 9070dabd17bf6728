import { PNG } from 'pngjs';

/** A picture in greys: one byte a pixel, row by row, 0 is black. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Reads a PNG, in greys by how bright the eye sees its colours. */
export function readPicture(png: Buffer): Picture {
  const { width, height, data } = PNG.sync.read(png);
  const pixels = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < pixels.length; at++, from += 4) {
    pixels[at] = (data[from]! * 77 + data[from + 1]! * 151 + data[from + 2]! * 28) >> 8;
  }
  return { width, height, pixels };
}

/** Writes a PNG of greys. */
export function writePicture({ width, height, pixels }: Picture): Buffer {
  const png = new PNG({ width, height });
  for (let at = 0; at < pixels.length; at++)
    png.data.fill(pixels[at]!, 4 * at, 4 * at + 3).fill(255, 4 * at + 3, 4 * at + 4);
  return PNG.sync.write(png, { colorType: 0, filterType: 0, deflateStrategy: 1, deflateLevel: 9 });
}

/** Marks of a colour in a picture: red where `isMarked` says so. */
export function writeMarked({ width, height, pixels }: Picture, isMarked: (x: number, y: number) => boolean): Buffer {
  const png = new PNG({ width, height });
  for (let at = 0; at < pixels.length; at++) {
    const grey = pixels[at]!;
    const marked = isMarked(at % width, Math.floor(at / width));
    png.data.set(marked ? [255, grey >> 1, grey >> 1, 255] : [grey, grey, grey, 255], 4 * at);
  }
  return PNG.sync.write(png, { colorType: 2 });
}

/** How many pixels of a page become one of its reference, in each direction. */
export const scale = 4;

/** Greys in a reference; fewer make it smaller. */
const levels = 32;

/** The picture as it is kept: each pixel the mean of `scale` × `scale` of them, in a few greys. */
export function shrink(picture: Picture): Picture {
  const { width, height, pixels: means } = meansOf(picture);
  const pixels = Uint8Array.from(means, (mean) =>
    Math.round((Math.round((mean / 255) * (levels - 1)) * 255) / (levels - 1)),
  );
  return { width, height, pixels };
}

/** Greys that are no whole numbers. */
export interface Means {
  readonly width: number;
  readonly height: number;
  readonly pixels: Float32Array;
}

/** For each pixel of a reference the mean of the square that it stands for. */
export function meansOf(picture: Picture): Means {
  const width = Math.floor(picture.width / scale);
  const height = Math.floor(picture.height / scale);
  const pixels = new Float32Array(width * height);
  for (let y = 0; y < height * scale; y++) {
    const [to, from] = [Math.floor(y / scale) * width, y * picture.width];
    for (let x = 0; x < width * scale; x++) pixels[to + Math.floor(x / scale)]! += picture.pixels[from + x]!;
  }
  for (let at = 0; at < pixels.length; at++) pixels[at]! /= scale * scale;
  return { width, height, pixels };
}

/** For each pixel the mean of the square of `scale` that begins there; beyond its right and lower edge the picture goes on as it ends. */
export function blur({ width, height, pixels }: Picture): Means {
  const rows = new Float32Array(width * height);
  const means = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let d = 0; d < scale; d++) sum += pixels[y * width + Math.min(x + d, width - 1)]!;
      rows[y * width + x] = sum / scale;
    }
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let d = 0; d < scale; d++) sum += rows[Math.min(y + d, height - 1) * width + x]!;
      means[y * width + x] = sum / scale;
    }
  }
  return { width, height, pixels: means };
}
