import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CompiledFunnel } from '../../engine/model.ts';
import type { BatchEvent, EventBatch } from './batches.ts';

/** What was reported of a visit, as it is kept once it has been counted: the batches of a page put together, and compressed. */

/** A batch as it is stored, or several of one page in a row, put together. */
export interface StoredBatch extends EventBatch {
  /** How many batches it consists of: those from `n` on. */
  readonly count: number;
  /** When the first of them came. */
  readonly receivedAt: Date;
}

export interface StoredLog {
  /** In the order of their pages and numbers, each batch once. */
  readonly batches: readonly StoredBatch[];
  /** Versions of the funnel that were not published when the visit was counted last. */
  readonly unknown: readonly string[];
}

/** What logs of one version of a funnel are made of, so that they needn't repeat it. Once logs refer to it, it never changes. */
export interface LogWords {
  /** From 1 to 2^24 - 1. */
  readonly id: number;
  readonly funnel: string;
  readonly words: Buffer;
}

/**
 * All batches in the order of their pages and numbers, each once: of two with one number the earlier argument's stays.
 * Those of a page that follow one another are put together; not those of the server, each of which has its own time.
 */
export function joinBatches(batches: readonly StoredBatch[], more: readonly StoredBatch[]): readonly StoredBatch[] {
  const joined: Joined[] = [];
  for (const batch of [...batches, ...more].toSorted((one, other) => one.page - other.page || one.n - other.n)) {
    const last = joined.at(-1);
    const next = last?.page === batch.page ? last.n + last.count : undefined;
    if (next !== undefined && batch.n < next) continue;
    if (last && batch.n === next && batch.page > 0 && batch.funnel === last.funnel) add(last, batch);
    else joined.push({ ...batch, events: [...batch.events] });
  }
  return joined;
}

interface Joined extends StoredBatch {
  readonly events: BatchEvent[];
  count: number;
  receivedAt: Date;
}

function add(joined: Joined, { events, count, receivedAt }: StoredBatch): void {
  joined.events.push(...events);
  joined.count += count;
  if (receivedAt < joined.receivedAt) joined.receivedAt = receivedAt;
}

/** The funnel only where the words don't say it; when it came as milliseconds after the page was opened. */
type WrittenBatch = readonly [
  page: number,
  n: number,
  count: number,
  received: number,
  events: EventBatch['events'],
  funnel?: string,
];

type WrittenLog = readonly [batches: readonly WrittenBatch[], unknown?: readonly string[]];

/** Of the words that stand in front of a log, in bytes. */
const idLength = 3;

export function packLog({ batches, unknown }: StoredLog, words: LogWords | undefined): Buffer {
  const written = batches.map(({ funnel, page, n, count, events, receivedAt }): WrittenBatch => {
    const own = [page, n, count, receivedAt.getTime() - page, events] as const;
    return funnel === words?.funnel ? own : [...own, funnel];
  });
  const log: WrittenLog = unknown.length > 0 ? [written, unknown] : [written];
  const id = Buffer.alloc(idLength);
  id.writeUIntBE(words?.id ?? 0, 0, idLength);
  return Buffer.concat([id, deflateRawSync(JSON.stringify(log), { level: 9, ...optionsOf(words) })]);
}

/** Of the words that a log refers to; 0: none. */
export function wordsIdOf(packed: Buffer): number {
  return packed.readUIntBE(0, idLength);
}

/** Reads what `packLog` wrote with the same words. */
export function unpackLog(visit: string, packed: Buffer, words: LogWords | undefined): StoredLog {
  const json = inflateRawSync(packed.subarray(idLength), optionsOf(words)).toString();
  const [written, unknown = []] = JSON.parse(json) as WrittenLog;
  const batches = written.map(([page, n, count, received, events, funnel = words?.funnel ?? '']): StoredBatch => {
    return { visit, funnel, page, n, count, events, receivedAt: new Date(page + received) };
  });
  return { batches, unknown };
}

function optionsOf(words: LogWords | undefined): { readonly dictionary?: Buffer } {
  return words ? { dictionary: words.words } : {};
}

/** As far back as the compression looks. */
const maxLength = 32_768;

/** What visits of this funnel report most, as their logs have it. */
export function commonWordsOf({ version, locales, steps }: CompiledFunnel): Buffer {
  const events = steps.flatMap((step) => {
    const answers = 'options' in step ? step.options.map(({ key }) => `,"answer","${step.id}","${key}"],[`) : [];
    return [`,"back","${step.id}"],[`, `,"answer","${step.id}",`, ...answers, `,"next","${step.id}"],[`];
  });
  const starts = locales.map((locale) => `[[0,"open",{"version":"${version}","locale":"${locale}","seed":"`);
  const more = `,"stepsLimit":${steps.length},"source":"`;
  return Buffer.from([...events, ',"hide"],[', ',"show"],[', more, ...starts].join('')).subarray(-maxLength);
}
