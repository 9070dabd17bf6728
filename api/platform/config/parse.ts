import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isLoopback } from '../network.ts';

/** Variables by name, as the process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How the text of a variable becomes a value. */
export interface Parser<T> {
  /** What it may be, as the rest of "use …". */
  readonly expects: string;
  /** The value, or undefined where the text is not usable. */
  readonly read: (text: string) => T | undefined;
}

/** A text of this form, as it is. */
export function matching(form: RegExp, expects: string): Parser<string> {
  return { expects, read: (text) => (form.test(text) ? text : undefined) };
}

export function choice<T extends string>(words: readonly T[], expects = `one of ${words.join(', ')}`): Parser<T> {
  return { expects, read: (text) => words.find((word) => word === text) };
}

export function wholeNumber(unit: string, min: number, max: number): Parser<number> {
  return {
    expects: `a whole number of ${unit} from ${min} to ${max}`,
    read: (text) => (/^\d{1,7}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined),
  };
}

export const modes = ['development', 'test', 'production'] as const;
export type Mode = (typeof modes)[number];

/** Whose `X-Forwarded-*` headers are believed: none, those of so many proxies, or those of these addresses. */
export type TrustProxy = false | number | readonly string[];

export const port: Parser<number> = {
  ...wholeNumber('ports', 0, 65_535),
  expects: 'a whole number from 0 to 65535 (0 takes any free port)',
};

export const host: Parser<string> = {
  expects: 'an address or a host name such as 127.0.0.1, 0.0.0.0 or ::1',
  read: (text) => (isIP(text) !== 0 || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined),
};

/** An absolute path. `what` says which folder it is. */
export function directory(what: string): Parser<string> {
  return { expects: `the path of ${what}`, read: (text) => (text.includes('\0') ? undefined : resolve(text)) };
}

export const onOff: Parser<boolean> = {
  expects: 'on or off',
  read: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
};

/** In lower case, as requests name their headers. */
export const header: Parser<string> = {
  expects: 'the name of a header, such as CF-IPCountry',
  read: (text) => (/^[a-z][\w-]{0,63}$/i.test(text) ? text.toLowerCase() : undefined),
};

export const trustProxy: Parser<TrustProxy> = {
  expects: 'none, the number of proxies in front, or their addresses (10.0.0.0/8, loopback, uniquelocal) with commas',
  read(text) {
    if (text === 'none') return false;
    if (/^\d{1,2}$/.test(text)) return Number(text);
    const addresses = splitList(text);
    return addresses.every((address) => proxyNames.includes(address) || isSubnet(address)) ? addresses : undefined;
  },
};

const encoded = 'with %2F for / in the password, %3F for ? and so on';

/** Of one host or several. What a password may go on with, after `/`, `?` or `#`, would be shown as if it were none. */
export const databaseUrl: Parser<string> = {
  expects: `postgres://user:password@host/database (${encoded}), or with several hosts, host1:5432,host2:5432`,
  read(text) {
    const [, start = '', hosts = '', rest = ''] =
      /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)((?:\/[^@?#]*)?(?:\?[^@#]*)?)$/s.exec(text) ?? [];
    return start !== '' && hosts.split(',').every((host) => URL.canParse(`${start}${host}${rest}`)) ? text : undefined;
  },
};

/** The same, or ClickHouse. */
export const eventsDatabaseUrl: Parser<string> = {
  expects:
    `postgres://user:password@host/database or clickhouse://user:password@host/database (${encoded}), ` +
    'the latter with nothing more than tls=on, tls=off or sslrootcert=/path/to/ca.pem',
  read(text) {
    if (!text.startsWith('clickhouse://')) return databaseUrl.read(text);
    const { hostname, pathname, searchParams } = parseUrl(text) ?? new URL('clickhouse:');
    const isKnown = [...searchParams].every(([name, value]) =>
      name === 'tls' ? /^(?:on|off)$/.test(value) : name === 'sslrootcert' && value !== '',
    );
    return hostname !== '' && /^\/[^/@]+$/.test(pathname) && isDecodable(text) && isKnown ? text : undefined;
  },
};

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const smtpUrl: Parser<string> = {
  expects: 'smtp://user:password@host:port, or smtps://…',
  read: (text) => (/^smtps?:$/.test(parseUrl(text)?.protocol ?? '') ? text : undefined),
};

/** Scheme, host and port; a slash at the end is dropped. */
export const origin: Parser<string> = {
  expects: 'scheme and host, as https://example.com',
  read: (text) => (isOrigin(text.replace(/\/$/, '')) ? text.replace(/\/$/, '') : undefined),
};

export const origins: Parser<readonly string[]> = {
  expects: 'origins with commas, as https://example.com, https://app.example.com',
  read: (text) => (splitList(text).every(isOrigin) ? splitList(text) : undefined),
};

/** Where files lie; a slash at the end is dropped. */
export const folderUrl: Parser<string> = {
  expects: 'an address with https, as https://cdn.example.com; http only on this machine',
  read: (text) => (isProtected(text) && !/[?#;,'"\s]/.test(text) ? text.replace(/\/$/, '') : undefined),
};

/** Whether connections to it can't be read on the way: by https, or at this machine. */
export function isProtected(text: string): boolean {
  const { protocol, hostname } = parseUrl(text) ?? { protocol: '', hostname: '' };
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

export const mailbox = matching(
  /^(?:[^<>@\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
  'an address, or Name <address>',
);

/** So many characters or more, without spaces. */
export function secret(length: number): Parser<string> {
  return matching(new RegExp(`^[\\x21-\\x7e]{${length},}$`), `${length} or more random characters`);
}

/** Several such secrets with commas, while one replaces another; secrets have no commas. */
export function secrets(length: number): Parser<readonly [string, ...string[]]> {
  const { expects, read } = secret(length);
  return {
    expects: `${expects}, or several of them with commas`,
    read(text) {
      const [first, ...others] = splitList(text);
      const all = [first!, ...others] as const;
      return all.every((each) => read(each) !== undefined) ? all : undefined;
    },
  };
}

const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];

/** The parts of a list with commas. */
export function splitList(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

function isSubnet(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && parseUrl(text)?.origin === text;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
