import { imageSize } from 'image-size';

/** The file of a picture, by its content. */
export interface PictureFile {
  readonly bytes: number;
  /** Nothing where it is no picture, broken or cut off, or of a kind that isn't looked at. */
  readonly content?: PictureContent;
}

interface PictureContent {
  /** As the ends of names say it, such as `webp`; JPEG is `jpg`. */
  readonly format: string;
  /** In pixels, as it is shown; of an SVG those that it asks for. */
  readonly width: number;
  readonly height: number;
}

/** What the bytes of a file are. */
export function readPicture(bytes: Uint8Array): PictureFile {
  const content = readContent(bytes);
  return { bytes: bytes.length, ...(content && { content }) };
}

function readContent(bytes: Uint8Array): PictureContent | undefined {
  try {
    const { width, height, type: format = '', orientation = 1 } = imageSize(bytes);
    if (!(width > 0 && height > 0) || isCutOff(format, bytes)) return undefined;
    // The last four of the eight ways in which a camera can be held are lying on its side.
    return orientation > 4 ? { format, width: height, height: width } : { format, width, height };
  } catch {
    return undefined;
  }
}

/** What stands at the end of a file of each format. */
const ends: Readonly<Record<string, string>> = { png: 'IEND', jpg: '\u00FF\u00D9', svg: '</svg>' };

/** Whether the end of a file is missing. Its size is said at its beginning, so that it can be read all the same. */
function isCutOff(format: string, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (format === 'webp') return view.getUint32(4, true) + 8 > bytes.length;
  const end = ends[format];
  return end !== undefined && !new TextDecoder('latin1').decode(bytes).includes(end);
}
