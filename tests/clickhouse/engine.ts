import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { gunzipSync, gzipSync } from 'node:zlib';

/**
 * A server that speaks as much of ClickHouse's HTTP interface as `@clickhouse/client` uses, on ClickHouse's own engine:
 *
 *     node --import tsx tests/clickhouse/engine.ts FOLDER PORT [--no-fsync]
 *
 * Data is in the folder, and stays there; with `--no-fsync` nothing waits for the disk. Port 0 is any. Prints its URL.
 * Every user and password will do.
 */

interface Session {
  queryAsync(text: string): Promise<{ bytes(): Uint8Array }>;
}

const { Session: EngineSession } = createRequire(import.meta.url)('chdb') as {
  readonly Session: new (folder: string, options: { readonly connectionArgs: readonly string[] }) => Session;
};

const [folder = '', port = '0', fsync] = process.argv.slice(2);
const waitsForDisk = fsync !== '--no-fsync';
// A cluster of this one machine: nobody has to listen at the port.
writeFileSync(
  `${folder}.xml`,
  `<clickhouse><tcp_port>9000</tcp_port><remote_servers><events><shard><replica>
    <host>127.0.0.1</host><port>9000</port>
  </replica></shard></events></remote_servers></clickhouse>`,
);
const connect = () => new EngineSession(folder, { connectionArgs: [`--config-file=${folder}.xml`] });

/** A session does one thing at a time; what it was told of settings and parameters stays with it. */
const free = new Map<string, Session[]>();

async function inSession<Result>(database: string, run: (session: Session) => Promise<Result>): Promise<Result> {
  const sessions = free.get(database) ?? [];
  free.set(database, sessions);
  const session = sessions.pop() ?? (await openSession(database));
  try {
    return await run(session);
  } finally {
    sessions.push(session);
  }
}

async function openSession(database: string): Promise<Session> {
  const session = connect();
  await session.queryAsync(`USE ${quoteName(database)}`);
  if (!waitsForDisk) await session.queryAsync('SET fsync_metadata = 0');
  return session;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/ping') return void response.end('Ok.\n');
  const { text, more } = await readQuery(request, searchParams.get('query'));
  const settings = new Map([...searchParams, ...more].filter(([name]) => !ofRequest.has(name)));
  const result = await inSession(searchParams.get('database') ?? 'default', async (session) => {
    for (const [name, value] of settings) await session.queryAsync(`SET ${quoteName(name)} = ${quoteText(value)}`);
    return session.queryAsync(waitsForDisk ? text : text.replaceAll(/\b(fsync_\w+) = 1/g, '$1 = 0'));
  });
  const isPacked = searchParams.get('enable_http_compression') === '1';
  const bytes = Buffer.from(result.bytes());
  response.setHeader('X-ClickHouse-Query-Id', searchParams.get('query_id') ?? '');
  if (isPacked) response.setHeader('Content-Encoding', 'gzip');
  response.end(isPacked ? gzipSync(bytes) : bytes);
}

/** What in the address is neither a setting nor a parameter. */
const ofRequest = new Set([
  'query',
  'query_id',
  'database',
  'enable_http_compression',
  'session_id',
  'wait_end_of_query',
]);

/** The statement, which may go on from the address into the body, and parameters that stand in a form. */
async function readQuery(request: IncomingMessage, query: string | null) {
  const type = request.headers['content-type'] ?? '';
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
  if (!type.startsWith('multipart/form-data')) {
    const text = [query, plain.toString()].filter((part) => part !== null && part !== '').join('\n');
    return { text, more: [] };
  }
  const form = await new Response(new Uint8Array(plain), { headers: { 'Content-Type': type } }).formData();
  const fields = [...form].map(([name, value]) => [name, typeof value === 'string' ? value : ''] as const);
  const text = query ?? fields.find(([name]) => name === 'query')?.[1] ?? '';
  return { text, more: fields.filter(([name]) => name !== 'query') };
}

function fail(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const code = /Code: (\d+)/.exec(message)?.[1] ?? '1001';
  response.statusCode = code === '60' || code === '81' ? 404 : 500;
  response.setHeader('X-ClickHouse-Exception-Code', code);
  response.end(`${message}\n`);
}

function quoteName(name: string): string {
  return `\`${name.replaceAll(/[\\`]/g, String.raw`\$&`)}\``;
}

function quoteText(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}

await connect().queryAsync('SELECT 1');
const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => fail(response, error));
});
// No process is left behind by one that was killed.
process.stdin.on('end', () => process.exit()).resume();
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  console.log(`clickhouse://127.0.0.1:${typeof address === 'object' ? address?.port : port}`);
});
