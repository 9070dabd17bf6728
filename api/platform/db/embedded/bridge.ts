import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { failureReply, queryMessage, summarizeReply, welcome } from './backend-messages.ts';
import { FrontendReader } from './frontend-reader.ts';

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

const deadlock = failureReply(
  '40P01',
  'This query waited in vain for a transaction that sends nothing. The embedded database runs one transaction at a ' +
    'time: whatever a transaction waits for must be run on the transaction itself.',
);

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
    let begun = performance.now();
    for (let request = this.#takeNext(); request; request = this.#takeNext()) {
      clearTimeout(this.#timeout);
      this.#timeout = undefined;
      await this.#run(request);
      if (performance.now() - begun < maxTurn) continue;
      await nextTurn();
      begun = performance.now();
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
