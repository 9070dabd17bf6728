import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

/** Red, green and blue. */
export const channels = 3;

/** A picture in colours: a byte for each channel of a pixel, row by row, 0 is dark. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Reads a PNG. */
export function readPicture(png: Buffer): Picture {
  const { width, height, data } = PNG.sync.read(png);
  const pixels = new Uint8Array(width * height * channels);
  for (let to = 0, from = 0; to < pixels.length; to += channels, from += 4)
    pixels.set(data.subarray(from, from + channels), to);
  return { width, height, pixels };
}

/** Writes a PNG. */
export function writePicture({ width, height, pixels }: Picture): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (let from = 0, to = 0; from < pixels.length; from += channels, to += 4)
    png.data.set(pixels.subarray(from, from + channels), to);
  return PNG.sync.write(png, { colorType: 2 });
}

/** Marks places of a picture: red where `isMarked` says so, and the rest in greys. */
export function writeMarked({ width, height, pixels }: Picture, isMarked: (x: number, y: number) => boolean): Buffer {
  const marked = new Uint8Array(pixels.length);
  for (let at = 0, from = 0; from < pixels.length; at++, from += channels) {
    const [red, green, blue] = pixels.subarray(from, from + channels);
    const grey = (red! * 77 + green! * 151 + blue! * 28) >> 8;
    marked.set(isMarked(at % width, Math.floor(at / width)) ? [255, grey >> 1, grey >> 1] : [grey, grey, grey], from);
  }
  return writePicture({ width, height, pixels: marked });
}

/** How many pixels of a page become one of its reference, in each direction. */
export const scale = 5;

/** Values of a channel in a reference; fewer make it smaller. Of a page with many colours there are fewer. */
const levels = [24, 16, 12, 8, 6];

/** The picture as it is kept: each pixel the mean of `scale` × `scale` of them, in at most 256 colours. */
export function shrink(picture: Picture): Picture {
  const { width, height, pixels: means } = meansOf(picture);
  const roundings = levels.map((count) => {
    const pixels = Uint8Array.from(means, (mean) =>
      Math.round((Math.round((mean / 255) * (count - 1)) * 255) / (count - 1)),
    );
    return { width, height, pixels };
  });
  return roundings.find((rounded) => coloursOf(rounded).length <= 256)!;
}

/** The colours of a picture, each once, as numbers in their order. */
function coloursOf(picture: Picture): readonly number[] {
  return [...new Set(colourOfEach(picture))].sort((a, b) => a - b);
}

function colourOfEach({ pixels }: Picture): readonly number[] {
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.length);
  return Array.from({ length: pixels.length / channels }, (_, at) => bytes.readUIntBE(at * channels, channels));
}

/** Writes a picture of at most 256 colours as a PNG that names them once: half as large as one of three channels. */
export function writeShrunk(picture: Picture): Buffer {
  const { width, height } = picture;
  const [colours, ofEach] = [coloursOf(picture), colourOfEach(picture)];
  const places = new Map(colours.map((colour, place) => [colour, place]));
  const rows = Buffer.alloc((width + 1) * height);
  for (const [at, colour] of ofEach.entries())
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = places.get(colour)!;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // bits of a place, and that there is a palette
  const palette = Buffer.alloc(colours.length * channels);
  for (const [place, colour] of colours.entries()) palette.writeUIntBE(colour, place * channels, channels);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [chunk('IHDR', header), chunk('PLTE', palette), chunk('IDAT', deflateSync(rows, { level: 9 }))];
  return Buffer.concat([signature, ...parts, chunk('IEND', Buffer.alloc(0))]);
}

/** A part of a PNG. */
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A picture whose channels are no whole numbers. */
export interface Means {
  readonly width: number;
  readonly height: number;
  readonly pixels: Float32Array;
}

/** For each pixel of a reference the mean of the square that it stands for. */
export function meansOf(picture: Picture): Means {
  const width = Math.floor(picture.width / scale);
  const height = Math.floor(picture.height / scale);
  const pixels = new Float32Array(width * height * channels);
  for (let y = 0; y < height * scale; y++) {
    for (let x = 0; x < width * scale; x++) {
      const to = (Math.floor(y / scale) * width + Math.floor(x / scale)) * channels;
      const from = (y * picture.width + x) * channels;
      for (let channel = 0; channel < channels; channel++) pixels[to + channel]! += picture.pixels[from + channel]!;
    }
  }
  for (let at = 0; at < pixels.length; at++) pixels[at]! /= scale * scale;
  return { width, height, pixels };
}

/** For each pixel the mean of the square of `scale` that begins there; beyond its right and lower edge the picture goes on as it ends. */
export function blur({ width, height, pixels }: Picture): Means {
  const rows = new Float32Array(pixels.length);
  const means = new Float32Array(pixels.length);
  const row = width * channels;
  for (let at = 0; at < pixels.length; at++) {
    const [start, last] = [at - (at % row), row - channels + (at % channels)];
    let sum = 0;
    for (let d = 0; d < scale; d++) sum += pixels[start + Math.min((at % row) + d * channels, last)]!;
    rows[at] = sum / scale;
  }
  for (let at = 0; at < pixels.length; at++) {
    const last = (height - 1) * row + (at % row);
    let sum = 0;
    for (let d = 0; d < scale; d++) sum += rows[Math.min(at + d * row, last)]!;
    means[at] = sum / scale;
  }
  return { width, height, pixels: means };
}
