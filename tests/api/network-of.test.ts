import { expect, test } from 'vitest';
import { networkOf } from '../../api/platform/network.ts';

test.each([
  ['an IPv4 address', '192.0.2.1', '192.0.2.1'],
  ['an IPv6 address', '2001:db8:0:1::1', '2001:db8:0:1'],
  ['one written out', '2001:0DB8:0000:0001:0002:0003:0004:0005', '2001:db8:0:1'],
  ['one with a zone', 'fe80::1%eth0', 'fe80:0:0:0'],
  ['the loopback address', '::1', '0:0:0:0'],
  ['IPv4 on an IPv6 socket', '::ffff:203.0.113.7', '203.0.113.7'],
  ['the same in hexadecimal', '::ffff:cb00:7107', '203.0.113.7'],
  ['IPv4 behind NAT64', '64:ff9b::203.0.113.7', '203.0.113.7'],
  ['the same, written out', '0064:ff9b:0:0:0:0:cb00:7107', '203.0.113.7'],
  ['a neighbour of NAT64', '64:ff9b:1::203.0.113.7', '64:ff9b:1:0'],
  ['no address', 'ada@example.org', 'ada@example.org'],
])('the network of %s', (_what, address, network) => {
  expect(networkOf(address)).toBe(network);
});
