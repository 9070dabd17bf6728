import { createHash } from 'node:crypto';
import { isIP, isIPv6 } from 'node:net';

/**
 * What an address has in common with all others of the same customer: an IPv4 address itself, the first 64 bits of an
 * IPv6 one. IPv6 that only wraps IPv4 (`::ffff:192.0.2.1`, and NAT64's `64:ff9b::192.0.2.1`) is that IPv4 address.
 * Anything else is returned as it is.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const prefix = groups.slice(0, 6).join(':');
  if (ipv4Prefixes.includes(prefix)) return toIpv4(groups);
  return groups.slice(0, 4).join(':');
}

/** What is written down of a network that only has to be recognised. */
export function hashNetwork(address: string): string {
  return createHash('sha256').update(networkOf(address)).digest('base64url');
}

const ipv4Prefixes = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/** All eight, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // A URL has one way to write an address: small letters, no leading zeros, no dots.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(8 - before!.length - after!.length).fill('0');
  return [...before!, ...zeros, ...after!];
}

function toIpv4(groups: readonly string[]): string {
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Whether a host name or address, as a URL or a socket has it, is this machine itself. */
export function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/, '');
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost');
}

/** The address in `192.0.2.1:50123` or `[2001:db8::1]:50123`, as some proxies write it; anything else as it is. */
export function withoutPort(text: string): string {
  if (!text.includes(':')) return text;
  return text.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1').replace(/^\[([^\]]*)\](?::\d+)?$/, '$1');
}
