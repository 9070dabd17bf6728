/** What a client of PostgreSQL sends: its start, queries that end with a Sync or stand alone, its end. */
export type FrontendRequest =
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
