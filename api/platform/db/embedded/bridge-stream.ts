import { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import { welcome } from './backend-messages.ts';
import { FrontendReader } from './frontend-reader.ts';

/** What a stream asks of its bridge. */
export interface StreamEvents {
  readonly onBatch: (stream: BridgeStream, bytes: Buffer) => void;
  /** Resolves when nothing of the stream is left in the database. */
  readonly onClose: (stream: BridgeStream) => Promise<void>;
}

/** One connection of the `pg` driver to the embedded database: takes the place of its TCP socket. */
export class BridgeStream extends Duplex {
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
