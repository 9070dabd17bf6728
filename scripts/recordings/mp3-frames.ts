/** An MP3 as its frames: where each begins, and how long it is. */
export interface Mp3 {
  readonly bytes: Uint8Array;
  readonly frames: readonly Frame[];
  readonly sampleRate: number;
}

interface Frame {
  readonly start: number;
  readonly length: number;
  readonly header: Header;
}

interface Header {
  readonly isMpeg1: boolean;
  readonly isMono: boolean;
  readonly hasChecksum: boolean;
  readonly sampleRate: number;
  readonly length: number;
}

/** More bytes than this that are neither frames nor tags, and the file is damaged. */
const maxOddShare = 0.02;

/** The frames of an MP3; null where the file is none, or damaged. A last frame that is cut off is left out. */
export function readMp3(bytes: Uint8Array): Mp3 | null {
  const begin = afterOpeningTag(bytes);
  const end = beforeClosingTag(bytes);
  const frames: Frame[] = [];
  let sampleRate: number | undefined;
  let odd = 0;
  for (let start = begin; start < end;) {
    const header = readHeader(bytes, start);
    const isNext = header !== null && (sampleRate === undefined || header.sampleRate === sampleRate);
    // A header is only four bytes: the first one counts where another follows.
    if (isNext && (frames.length > 0 || readHeader(bytes, start + header.length) !== null)) {
      sampleRate = header.sampleRate;
      if (start + header.length <= end) frames.push({ start, length: header.length, header });
      start += header.length;
    } else {
      odd += 1;
      start += 1;
    }
  }
  if (sampleRate === undefined || odd > (end - begin) * maxOddShare) return null;
  return { bytes, frames: frames.filter((frame) => !isAboutFile(bytes, frame)), sampleRate };
}

/** Decibels of one step of the gain that each frame has. */
export const stepDecibels = 20 * Math.log10(2 ** 0.25);

/** The same recording, louder by so many steps: what the sound is coded by stays as it is. */
export function addGain({ bytes, frames }: Mp3, steps: number): Uint8Array {
  const louder = Uint8Array.from(bytes);
  for (const { start, length, header } of frames) {
    const side = start + sideStart(header);
    for (const bit of gainBits(header)) {
      const gain = readByte(louder, side, bit);
      writeByte(louder, side, bit, Math.min(255, Math.max(0, gain + steps)));
    }
    if (header.hasChecksum) writeChecksum(louder.subarray(start, start + length), header);
  }
  return louder;
}

const kilobits = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

/** Of MPEG 1; by halves for MPEG 2 and 2.5. */
const sampleRates = [44_100, 48_000, 32_000] as const;

/** Of layer III, at a bitrate that it names. */
function readHeader(bytes: Uint8Array, at: number): Header | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4);
  if (first !== 0xff || (second & 0xe6) !== 0xe2) return null;
  const version = (second >> 3) & 3;
  const isMpeg1 = version === 3;
  const rate = sampleRates[(third >> 2) & 3];
  const bitrate = kilobits[isMpeg1 ? 'mpeg1' : 'mpeg2'][third >> 4];
  if (version === 1 || !rate || !bitrate) return null;
  const sampleRate = isMpeg1 ? rate : version === 2 ? rate / 2 : rate / 4;
  const padding = (third >> 1) & 1;
  const length = Math.floor(((isMpeg1 ? 144_000 : 72_000) * bitrate) / sampleRate) + padding;
  return { isMpeg1, isMono: fourth >> 6 === 3, hasChecksum: (second & 1) === 0, sampleRate, length };
}

const sideStart = ({ hasChecksum }: Header) => (hasChecksum ? 6 : 4);

function sideLength({ isMpeg1, isMono }: Header): number {
  if (isMpeg1) return isMono ? 17 : 32;
  return isMono ? 9 : 17;
}

/** Where the side information has the eight bits of each gain: of every granule and channel. */
function gainBits({ isMpeg1, isMono }: Header): number[] {
  const parts = (isMpeg1 ? 2 : 1) * (isMono ? 1 : 2);
  const begin = isMpeg1 ? (isMono ? 18 : 20) : isMono ? 9 : 10;
  const bits = isMpeg1 ? 59 : 63;
  return Array.from({ length: parts }, (_, part) => begin + part * bits + 21);
}

function readByte(bytes: Uint8Array, start: number, bit: number): number {
  const at = start + (bit >> 3);
  return (((bytes[at]! << 8) | bytes[at + 1]!) >> (8 - (bit & 7))) & 0xff;
}

function writeByte(bytes: Uint8Array, start: number, bit: number, value: number): void {
  const at = start + (bit >> 3);
  const shift = 8 - (bit & 7);
  const both = (((bytes[at]! << 8) | bytes[at + 1]!) & ~(0xff << shift)) | (value << shift);
  bytes[at] = both >> 8;
  bytes[at + 1] = both & 0xff;
}

/** Of the second half of the header and the side information (ISO 11172-3, 2.4.3.1). */
function writeChecksum(frame: Uint8Array, header: Header): void {
  let checksum = 0xffff;
  for (const byte of [...frame.subarray(2, 4), ...frame.subarray(6, 6 + sideLength(header))])
    for (let bit = 7; bit >= 0; bit--) {
      const isSet = ((checksum >> 15) ^ (byte >> bit)) & 1;
      checksum = ((checksum << 1) ^ (isSet ? 0x80_05 : 0)) & 0xff_ff;
    }
  frame[4] = checksum >> 8;
  frame[5] = checksum & 0xff;
}

/** A first frame without sound that says how long the file is, and where to look in it for a time. It stays as it is. */
function isAboutFile(bytes: Uint8Array, { start, header }: Frame): boolean {
  const side = start + sideStart(header) + sideLength(header);
  return ['Xing', 'Info'].includes(textAt(bytes, side, 4)) || textAt(bytes, start + 36, 4) === 'VBRI';
}

const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** ID3v2, whose size is of four times seven bits. */
function afterOpeningTag(bytes: Uint8Array): number {
  if (textAt(bytes, 0, 3) !== 'ID3') return 0;
  const footer = bytes[5]! & 0x10 ? 10 : 0;
  return 10 + [6, 7, 8, 9].reduce((size, at) => size * 128 + (bytes[at]! & 0x7f), 0) + footer;
}

/** ID3v1, and APE before it. */
function beforeClosingTag(bytes: Uint8Array): number {
  const end = textAt(bytes, bytes.length - 128, 3) === 'TAG' ? bytes.length - 128 : bytes.length;
  if (textAt(bytes, end - 32, 8) !== 'APETAGEX') return end;
  const view = new DataView(bytes.buffer, bytes.byteOffset + end - 32, 32);
  const opening = view.getUint32(20, true) & 0x80_00_00_00 ? 32 : 0;
  return end - view.getUint32(12, true) - opening;
}
