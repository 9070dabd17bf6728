import { createPasswords, type Passwords } from '../../api/accounts/passwords.ts';

type Interruption = () => Promise<unknown>;

/** Passwords whose next check, or next hash, something else happens in: once, before its result is known. */
export function interruptPasswords() {
  const passwords = createPasswords({ permits: 2 });
  const next: { verify?: Interruption | undefined; hash?: Interruption | undefined } = {};
  const interrupt = async (place: keyof typeof next) => {
    const interruption = next[place];
    next[place] = undefined;
    await interruption?.();
  };
  const interrupted: Passwords = {
    ...passwords,
    async verify(known, password) {
      const matches = await passwords.verify(known, password);
      await interrupt('verify');
      return matches;
    },
    async hash(password) {
      const made = await passwords.hash(password);
      await interrupt('hash');
      return made;
    },
  };
  return { passwords: interrupted, next };
}
