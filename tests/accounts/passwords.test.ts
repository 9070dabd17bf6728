import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { createPasswords } from '../../api/accounts/passwords.ts';

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

  test('are hashed anew only where the parameters were others', async () => {
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
