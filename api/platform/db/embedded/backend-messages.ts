const replyCode = { authentication: 0x52, error: 0x45, notification: 0x41, query: 0x51, ready: 0x5a };

/** Of a session: idle, in a transaction, or in one that failed. */
export type TransactionStatus = 'I' | 'T' | 'E';

/** What a reply of PostgreSQL says beside its rows. */
export interface ReplySummary {
  readonly status: TransactionStatus | undefined;
  /** Notifications that every listening connection gets, as complete messages. */
  readonly notifications: readonly Buffer[];
}

/** Reads the status at the end of a reply, and the notifications in it. */
export function summarizeReply(reply: Buffer): ReplySummary {
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
export const welcome = Buffer.concat([message(replyCode.authentication, Buffer.alloc(4)), ready()]);

/** A reply that fails a query with an SQLSTATE and leaves the connection usable. */
export function failureReply(sqlState: string, text: string): Buffer {
  const fields = ['SERROR', 'VERROR', `C${sqlState}`, `M${text}`].map((field) => `${field}\0`).join('');
  return Buffer.concat([message(replyCode.error, Buffer.from(`${fields}\0`)), ready()]);
}

/** A query of plain SQL. */
export function queryMessage(sql: string): Buffer {
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
