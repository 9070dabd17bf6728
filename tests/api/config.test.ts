import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, configDefaults, readConfig } from '../../api/config.ts';

function errorOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('The configuration was accepted');
}

describe('the configuration', () => {
  test('needs nothing to be set', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDirectory: resolve('.data'),
      funnelsDirectory: resolve('funnels'),
      siteDirectory: resolve('dist/site'),
      mode: 'development',
      trustProxy: ['loopback'],
    });
  });

  test('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', HOST: ' ', TRUST_PROXY: '' })).toEqual(readConfig({}));
  });

  test('is read from the environment', () => {
    const config = readConfig({ PORT: '0', HOST: '::1', DATA_DIR: '/var/data', NODE_ENV: 'production' });
    expect(config).toMatchObject({ port: 0, host: '::1', dataDirectory: '/var/data', mode: 'production' });
  });

  test.each([
    ['none', false],
    ['1', 1],
    ['10.0.0.0/8, loopback', ['10.0.0.0/8', 'loopback']],
    ['fd00::/8', ['fd00::/8']],
  ])('trusts the proxies %j', (text, expected) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(expected);
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', 'http'],
    ['HOST', 'http://localhost'],
    ['HOST', 'a b'],
    ['NODE_ENV', 'prod'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8,'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
  ])('refuses %s=%s with a word on what to do', (name, value) => {
    const message = errorOf({ [name]: value });
    expect(message).toMatch(/^One environment variable is not usable:\n/);
    expect(message).toMatch(new RegExp(`\n {2}${name} is ".*": use .+\\.$`));
  });

  test('names everything that is wrong in one error', () => {
    const message = errorOf({ PORT: 'x', HOST: '??', NODE_ENV: 'live', SITE_DIR: 'a\0b' });
    expect(message).toMatch(/^4 environment variables are not usable:\n/);
    expect(message.match(/^ {2}\w+/gm)).toEqual(['  PORT', '  HOST', '  SITE_DIR', '  NODE_ENV']);
  });

  test('is explained in the manual: each variable with its default, and no other', () => {
    const manual = readFileSync('docs/operations.md', 'utf8');
    const rows = [...manual.matchAll(/^\| `([A-Z_]+)` +\| `([^`]+)`/gm)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(rows)).toEqual(configDefaults);
  });
});
