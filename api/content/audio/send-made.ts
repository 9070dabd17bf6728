import type { Response } from 'express';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Exchange } from './exchange.ts';
import { type ByteRange, requestedRange } from './range.ts';
import { type MadeAudio, MakingError, type Piece, type SoundMaker } from './sound-maker.ts';
import { ApiError } from '../../platform/http/problem.ts';

export interface MadeAudioDependencies {
  readonly maker: SoundMaker;
  /** How long a listener waits at most for sound that has not been begun: others may be before it. */
  readonly queueMilliseconds: number;
  /** How long a listener waits at most for the next bytes of sound that is being made. */
  readonly timeoutMilliseconds: number;
  /** Called with audio that is whole, whenever it is sent. */
  readonly onWhole?: (audio: MadeAudio) => void;
}

/** Within this time a listener who was asked to wait keeps the place in the queue (`keepPlace`). */
const retryAfterSeconds = 10;
const chunkBytes = 65_536;

/** Answers with the audio that we make, as far as it is there at once, and with the rest while it is being made. */
export async function sendMade(
  { request, response, signal }: Exchange,
  piece: Piece,
  { maker, onWhole, ...limits }: MadeAudioDependencies,
): Promise<void> {
  const audio = await maker.demand(piece).catch(refuse);
  if (audio.making === null) onWhole?.(audio);
  const etag = `"${audio.name.replace(/\.mp3$/, '')}"`;
  response.setHeader('ETag', etag).setHeader('Accept-Ranges', 'bytes').type('audio/mpeg');
  if (request.headers['if-none-match']?.includes(etag)) return void response.status(304).end();
  const asked = { range: request.get('range'), ifRange: request.get('if-range') };
  const range = requestedRange({ ...asked, etag, bytes: audio.bytes });
  if (range === 'unsatisfiable') return refuseRange(response, audio.bytes);
  const part = range ?? { start: 0, end: audio.bytes - 1 };
  if (range) response.status(206).setHeader('Content-Range', `bytes ${part.start}-${part.end}/${audio.bytes}`);
  response.setHeader('Content-Length', part.end - part.start + 1);
  if (request.method === 'HEAD') return void response.end();
  await stream({ ...limits, audio, part, signal }, response);
}

async function stream(source: Source, response: Response): Promise<void> {
  source.audio.making?.attend(source.signal);
  // Nothing is promised before it is known that there will be something.
  await arrive(source, source.part.start + 1).catch((error: unknown) => {
    if (!isTimeout(error)) return refuse(error);
    source.audio.making?.keepPlace();
    throw new ApiError('being_prepared', { retryAfterSeconds });
  });
  const file = await openWherever(source.audio);
  try {
    await pipeline(Readable.from(read(file, source), { objectMode: false }), response);
  } finally {
    await file.close();
  }
}

interface Source extends Pick<MadeAudioDependencies, 'queueMilliseconds' | 'timeoutMilliseconds'> {
  readonly audio: MadeAudio;
  readonly part: ByteRange;
  readonly signal: AbortSignal;
}

async function* read(file: FileHandle, source: Source): AsyncGenerator<Buffer, void, void> {
  const { audio, part } = source;
  for (let position = part.start; position <= part.end;) {
    await arrive(source, position + 1);
    const there = Math.min(audio.making?.written ?? audio.bytes, part.end + 1);
    const { bytesRead, buffer } = await file.read({
      buffer: Buffer.allocUnsafe(Math.min(chunkBytes, there - position)),
      position,
    });
    if (bytesRead === 0) throw new Error('Audio is shorter than it was.');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function arrive(source: Source, bytes: number): Promise<void> {
  const { audio, signal, queueMilliseconds, timeoutMilliseconds } = source;
  const { making } = audio;
  if (!making || making.written >= bytes) return;
  const milliseconds = making.written === 0 ? queueMilliseconds : timeoutMilliseconds;
  // Not AbortSignal.timeout: inside AbortSignal.any it never goes off once garbage was collected.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('Not made yet', 'TimeoutError')), milliseconds);
  try {
    await making.reach(bytes, AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}

function refuseRange(response: Response, bytes: number): void {
  response.removeHeader('Content-Type');
  response.status(416).setHeader('Content-Range', `bytes */${bytes}`).end();
}

/** It may be renamed just now. */
async function openWherever({ partPath, path }: MadeAudio): Promise<FileHandle> {
  return partPath === null ? open(path) : open(partPath).catch(() => open(path));
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

function refuse(error: unknown): never {
  if (error instanceof MakingError) throw new ApiError('unavailable', { cause: error, retryAfterSeconds });
  throw error;
}
