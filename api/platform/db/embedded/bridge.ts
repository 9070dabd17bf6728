import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { callbackify } from 'node:util';

interface BridgeOptions {
  /** Sends bytes of PostgreSQL's protocol to the database, and resolves with its whole reply. */
  readonly execute: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** How long others wait for a transaction that sends nothing before they fail. */
  readonly timeoutMilliseconds: number;
}

interface Request {
  readonly stream: BridgeStream;
  readonly bytes: Buffer;
}

/** Milliseconds. The database runs in this thread: between its queries, the server must get on with its other work. */
const maxTurn = 10;

/**
 * Lets many connections share the one session of an embedded PostgreSQL: each request runs alone, and while one of them
 * is in a transaction, the others wait.
 */
export class Bridge {
  readonly #options: BridgeOptions;
  readonly #streams = new Set<BridgeStream>();
  #requests: Request[] = [];
  #inTransaction: BridgeStream | undefined;
  /** Resolves when all requests so far have run, or wait for a transaction. */
  #settled = Promise.resolve();
  #timeout: NodeJS.Timeout | undefined;

  constructor(options: BridgeOptions) {
    this.#options = options;
  }

  /** A new connection, to be used in place of a socket. */
  connect(): BridgeStream {
    const stream = new BridgeStream({
      onBatch: (stream, bytes) => this.#add({ stream, bytes }),
      onClose: (stream) => this.#remove(stream),
    });
    this.#streams.add(stream);
    return stream;
  }

  #add(request: Request): void {
    this.#requests.push(request);
    this.#settled = this.#settled.then(() => this.#runAll());
  }

  async #remove(stream: BridgeStream): Promise<void> {
    this.#streams.delete(stream);
    this.#requests = this.#requests.filter((request) => request.stream !== stream);
    await this.#settled;
    if (this.#inTransaction !== stream) return;
    this.#add({ stream, bytes: queryMessage('ROLLBACK') });
    await this.#settled;
  }

  async #runAll(): Promise<void> {
    let turnStart = performance.now();
    for (let request = this.#takeNext(); request; request = this.#takeNext()) {
      clearTimeout(this.#timeout);
      this.#timeout = undefined;
      await this.#run(request);
      if (performance.now() - turnStart < maxTurn) continue;
      await nextTurn();
      turnStart = performance.now();
    }
    if (this.#requests.length > 0) this.#timeout ??= setTimeout(this.#failWaiting, this.#options.timeoutMilliseconds);
  }

  #takeNext(): Request | undefined {
    const owner = this.#inTransaction;
    const index = owner ? this.#requests.findIndex(({ stream }) => stream === owner) : 0;
    return index < 0 ? undefined : this.#requests.splice(index, 1)[0];
  }

  async #run({ stream, bytes }: Request): Promise<void> {
    try {
      const reply = Buffer.from(await this.#options.execute(bytes));
      const { status, notifications } = summarizeReply(reply);
      if (status) this.#inTransaction = status === 'I' ? undefined : stream;
      stream.reply(reply);
      for (const other of this.#streams) {
        if (other !== stream) for (const notification of notifications) other.reply(notification);
      }
    } catch (error) {
      if (this.#inTransaction === stream) this.#inTransaction = undefined;
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  readonly #failWaiting = () => {
    this.#timeout = undefined;
    for (const { stream } of this.#requests.splice(0)) stream.reply(deadlock);
  };
}

/** What a stream asks of its bridge. */
interface StreamEvents {
  readonly onBatch: (stream: BridgeStream, bytes: Buffer) => void;
  /** Resolves when nothing of the stream is left in the database. */
  readonly onClose: (stream: BridgeStream) => Promise<void>;
}

/** One connection of the `pg` driver to the embedded database: takes the place of its TCP socket. */
class BridgeStream extends Duplex {
  readonly #reader = new FrontendReader();
  readonly #events: StreamEvents;

  constructor(events: StreamEvents) {
    super();
    this.#events = events;
  }

  /** What PostgreSQL answers. */
  reply(bytes: Buffer): void {
    if (!this.destroyed) this.push(bytes);
  }

  connect(): this {
    setImmediate(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Replies are pushed when they come.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#receive(chunk);
    done();
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this.#receive(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    callbackify(this.#events.onClose)(this, () => done(error));
  }

  #receive(bytes: Buffer): void {
    for (const request of this.#reader.read(bytes)) {
      if (request.type === 'start') this.reply(welcome);
      else if (request.type === 'batch') this.#events.onBatch(this, request.bytes);
      else this.push(null);
    }
  }
}

const replyCode = { authentication: 0x52, error: 0x45, notification: 0x41, query: 0x51, ready: 0x5a };

/** Of a session: idle, in a transaction, or in one that failed. */
type TransactionStatus = 'I' | 'T' | 'E';

/** What a reply of PostgreSQL says beside its rows. */
interface ReplySummary {
  readonly status: TransactionStatus | undefined;
  /** Notifications that every listening connection gets, as complete messages. */
  readonly notifications: readonly Buffer[];
}

/** Reads the status at the end of a reply, and the notifications in it. */
function summarizeReply(reply: Buffer): ReplySummary {
  let status: TransactionStatus | undefined;
  const notifications: Buffer[] = [];
  for (let position = 0; position + 5 <= reply.length;) {
    const end = position + 1 + reply.readInt32BE(position + 1);
    const type = reply[position];
    if (type === replyCode.ready) status = String.fromCharCode(reply[position + 5] ?? 0) as TransactionStatus;
    if (type === replyCode.notification) notifications.push(reply.subarray(position, end));
    position = end;
  }
  return { status, notifications };
}

/** The welcome to a new connection: no password is asked, queries may be sent. */
const welcome = Buffer.concat([message(replyCode.authentication, Buffer.alloc(4)), ready()]);

const deadlock = failureReply(
  '40P01',
  'This query waited in vain for a transaction that sends nothing. The embedded database runs one transaction at a ' +
    'time: whatever a transaction waits for must be run on the transaction itself.',
);

/** A reply that fails a query with an SQLSTATE and leaves the connection usable. */
function failureReply(sqlState: string, text: string): Buffer {
  const fields = ['SERROR', 'VERROR', `C${sqlState}`, `M${text}`].map((field) => `${field}\0`).join('');
  return Buffer.concat([message(replyCode.error, Buffer.from(`${fields}\0`)), ready()]);
}

/** A query of plain SQL. */
function queryMessage(sql: string): Buffer {
  return message(replyCode.query, Buffer.from(`${sql}\0`));
}

function ready(): Buffer {
  return message(replyCode.ready, Buffer.from('I'));
}

function message(type: number, body: Buffer): Buffer {
  const bytes = Buffer.alloc(5 + body.length);
  bytes.writeUInt8(type, 0);
  bytes.writeInt32BE(4 + body.length, 1);
  body.copy(bytes, 5);
  return bytes;
}

/** What a client of PostgreSQL sends: its start, queries that end with a Sync or stand alone, its end. */
type FrontendRequest =
  { readonly type: 'start' } | { readonly type: 'batch'; readonly bytes: Buffer } | { readonly type: 'end' };

const requestCode = { sync: 0x53, query: 0x51, terminate: 0x58 };

/** Cuts the bytes of one connection into requests. https://www.postgresql.org/docs/current/protocol.html */
export class FrontendReader {
  #bytes: Buffer = Buffer.alloc(0);
  #started = false;

  /** The requests that are complete with these bytes; the rest is kept for the next call. */
  read(chunk: Buffer): readonly FrontendRequest[] {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    const requests: FrontendRequest[] = [];
    if (!this.#started && this.#readStart()) requests.push({ type: 'start' });
    if (!this.#started) return requests;
    let begin = 0;
    let position = 0;
    for (let end = this.#endOfMessage(0); end !== undefined; end = this.#endOfMessage(end)) {
      const type = this.#bytes[position];
      position = end;
      if (type !== requestCode.sync && type !== requestCode.query && type !== requestCode.terminate) continue;
      const bytes = this.#bytes.subarray(begin, end);
      requests.push(type === requestCode.terminate ? { type: 'end' } : { type: 'batch', bytes });
      begin = end;
    }
    this.#bytes = this.#bytes.subarray(begin);
    return requests;
  }

  /** The first message has no type, only a length. */
  #readStart(): boolean {
    if (this.#bytes.length < 4) return false;
    const length = this.#bytes.readInt32BE(0);
    if (this.#bytes.length < length) return false;
    this.#bytes = this.#bytes.subarray(length);
    this.#started = true;
    return true;
  }

  #endOfMessage(begin: number): number | undefined {
    if (this.#bytes.length < begin + 5) return undefined;
    const end = begin + 1 + this.#bytes.readInt32BE(begin + 1);
    return this.#bytes.length < end ? undefined : end;
  }
}
