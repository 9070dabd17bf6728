import { hash } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { findGuessable } from '../../api/accounts/guessable.ts';
import { createPasswords } from '../../api/accounts/passwords.ts';
import { meetsPasswordRules } from '../../api/platform/http/check.ts';

describe('passwords', () => {
  const passwords = createPasswords();

  test('are kept as argon2id hashes of 19 MiB, two passes and one lane, each with its own salt', async () => {
    const [first, second] = await Promise.all([passwords.hash('calm night 1'), passwords.hash('calm night 1')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
  });

  test('match their own hash and no other', async () => {
    const known = await passwords.hash('calm night 1');
    expect(await passwords.verify(known, 'calm night 1')).toBe(true);
    expect(await passwords.verify(known, 'calm night 2')).toBe(false);
  });

  test('match however a keyboard composes their letters', async () => {
    const known = await passwords.hash('ma\u00F1ana 1');
    expect(await passwords.verify(known, 'man\u0303ana 1')).toBe(true);
  });

  test('match nothing where there is no hash', async () => {
    expect(await passwords.verify(null, 'calm night 1')).toBe(false);
    expect(await passwords.verify(null, '')).toBe(false);
  });

  test('are hashed again only where the parameters were others', async () => {
    const weak = await hash('calm night 1', { memoryCost: 8192, timeCost: 1 });
    expect(passwords.needsRehash(weak)).toBe(true);
    expect(await passwords.verify(weak, 'calm night 1')).toBe(true);
    expect(passwords.needsRehash(await passwords.hash('calm night 1'))).toBe(false);
  });
});

describe('a flood of passwords', () => {
  test('is refused beyond the places in the line, with the advice to come back', async () => {
    const passwords = createPasswords({ permits: 1, places: 2 });
    const all = Array.from({ length: 5 }, () => passwords.hash('calm night 1').then(() => 'hashed', String));
    expect(passwords.waiting()).toBe(2);
    const refused = passwords.hash('calm night 1');
    await expect(refused).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
    expect((await Promise.all(all)).filter((each) => each === 'hashed')).toHaveLength(3);
    expect(passwords.waiting()).toBe(0);
    await expect(passwords.hash('calm night 1')).resolves.toContain('$argon2id$');
  });

  test('holds up a check that has nothing to compare with like any other', async () => {
    const passwords = createPasswords({ permits: 1, places: 0 });
    const running = passwords.hash('calm night 1');
    await expect(passwords.verify(null, 'calm night 1')).rejects.toMatchObject({ code: 'busy' });
    await running;
  });
});

describe('a password that is easy to guess', () => {
  const email = 'ada.lovelace+quiz@example.org';

  test('is any of the thousands of common ones that keep the rules', () => {
    const common = dictionary['passwords-common'].filter(meetsPasswordRules);
    expect(common.length).toBeGreaterThanOrEqual(3_000);
    expect(common.filter((password) => findGuessable(password, email) !== 'password_common')).toEqual([]);
  });

  test.each(['abc123', 'PASSW0RD', 'Password1', 'ｑｗｅｒｔｙ１２３'])('is "%s", however it is written', (password) => {
    expect(findGuessable(password, email)).toBe('password_common');
  });

  test.each([
    'ada.lovelace+quiz@example.org',
    'Ada.Lovelace+Quiz@Example.ORG1',
    'ada.lovelace1',
    'ADA.LOVELACE2024',
    'ada.lovelace+quiz2024!',
  ])('is one’s own address: "%s"', (password) => {
    expect(findGuessable(password, email)).toBe('password_is_email');
  });

  test.each(['calm night 1', 'ada.lovelace writes 1 letter', 'ada.lovelace7395182', '1ada.lovelace'])(
    'is not "%s"',
    (password) => {
      expect(findGuessable(password, email)).toBeNull();
    },
  );

  test('is not any that begins like a short address', () => {
    expect(findGuessable('a7h2k9', 'a@example.org')).toBeNull();
  });
});
