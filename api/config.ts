import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** What the process is told by its environment, checked and with the defaults filled in. Paths are absolute. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDirectory: string;
  readonly funnelsDirectory: string;
  readonly siteDirectory: string;
  readonly mode: Mode;
  readonly trustProxy: TrustProxy;
}

const modes = ['development', 'test', 'production'] as const;
export type Mode = (typeof modes)[number];

/** Whose `X-Forwarded-*` headers are believed: nobody's, those of so many proxies, or those of these addresses. */
export type TrustProxy = false | number | readonly string[];

/** Every variable that is read, with the value that an unset or empty one has. `docs/operations.md` explains them. */
export const configDefaults = {
  PORT: '3000',
  HOST: '127.0.0.1',
  DATA_DIR: '.data',
  FUNNELS_DIR: 'funnels',
  SITE_DIR: 'dist/site',
  NODE_ENV: 'development',
  TRUST_PROXY: 'loopback',
} as const;
type VariableName = keyof typeof configDefaults;

/** The environment can't be used. The message names every bad variable and what to do about it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the environment; throws one `ConfigError` about all that is wrong with it. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  function read<T>(name: VariableName, parse: (text: string) => T | undefined, remedy: string): T {
    const text = environment[name]?.trim() || configDefaults[name];
    const value = parse(text);
    if (value === undefined) problems.push(`${name} is ${JSON.stringify(text)}: ${remedy}`);
    return value as T;
  }
  const config: Config = {
    port: read('PORT', parsePort, 'use a whole number from 0 to 65535 (0 takes any free port).'),
    host: read('HOST', parseHost, 'use an address or a host name such as 127.0.0.1, 0.0.0.0 or ::1.'),
    dataDirectory: read('DATA_DIR', parseDirectory, 'use the path of a folder.'),
    funnelsDirectory: read('FUNNELS_DIR', parseDirectory, 'use the path of the folder with the funnels.'),
    siteDirectory: read('SITE_DIR', parseDirectory, 'use the path of the folder with the built site.'),
    mode: read('NODE_ENV', parseMode, `use one of ${modes.join(', ')}.`),
    trustProxy: read(
      'TRUST_PROXY',
      parseTrustProxy,
      'use none, the number of proxies in front, or their addresses (10.0.0.0/8, loopback, uniquelocal) with commas.',
    ),
  };
  if (problems.length > 0) throw new ConfigError(describeProblems(problems));
  return config;
}

function describeProblems(problems: readonly string[]): string {
  const count = problems.length === 1 ? 'One environment variable is' : `${problems.length} environment variables are`;
  return [`${count} not usable:`, ...problems.map((problem) => `  ${problem}`)].join('\n');
}

function parsePort(text: string): number | undefined {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : undefined;
}

function parseHost(text: string): string | undefined {
  return isIP(text) !== 0 || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined;
}

function parseDirectory(text: string): string | undefined {
  return text.includes('\0') ? undefined : resolve(text);
}

function parseMode(text: string): Mode | undefined {
  return modes.find((mode) => mode === text);
}

const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];

function parseTrustProxy(text: string): TrustProxy | undefined {
  if (text === 'none') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  return addresses.every((address) => proxyNames.includes(address) || isSubnet(address)) ? addresses : undefined;
}

function isSubnet(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}
