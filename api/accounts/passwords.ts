import { hash, parseOptions, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { ApiError } from '../platform/http/problem.ts';

/** Makes and checks password hashes, a bounded number at a time. All throw `busy` as an `ApiError` under flood. */
export interface Passwords {
  /** An argon2id hash with its parameters and salt (PHC string). */
  hash(password: string): Promise<string>;
  /** Whether it is the password; takes just as long where there is no hash to compare with. */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** Whether the hash was made with other parameters than today's. */
  needsRehash(hash: string): boolean;
  /**
   * Does all that a call with a password takes, queries included, for a bounded number of calls at a time: however many
   * log in at once, the others find a connection to the database free.
   */
  inTurn<T>(call: () => Promise<T>): Promise<T>;
  /** How many requests wait for their turn. */
  waiting(): number;
}

/** 19 MiB, two passes, one lane: what OWASP asks of argon2id at least; 2 is argon2id. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each takes about 15 ms: by then there is room again. */
const retryAfterSeconds = 5;

/** As many threads work out hashes, read files and look up names of hosts, one after the other (libuv). */
const threads = 4;

/**
 * `permits` hashes are worked out at once, by default on all processor cores and threads but one, so that other
 * requests get on; `places` more may wait: each costs memory, and a visitor who waits longer than some seconds is gone.
 */
export function createPasswords({
  permits = Math.max(1, Math.min(availableParallelism(), threads) - 1),
  places = 500,
}: { readonly permits?: number; readonly places?: number } = {}): Passwords {
  const line = createTaskQueue({ permits, places });
  // While hashes are worked out, the next calls make their queries.
  const calls = createTaskQueue({ permits: permits + 2, places });
  const dummyHash = makeDummyHash();

  const takeTurn = async <T>(task: () => Promise<T>, queue = line): Promise<T> => {
    try {
      return await queue.run(task);
    } catch (error) {
      if (error instanceof TaskQueueFull) throw new ApiError('busy', { retryAfterSeconds });
      throw error;
    }
  };

  return {
    hash: (password) => takeTurn(() => hash(normalise(password), parameters)),
    async verify(known, password) {
      const matches = await takeTurn(() => verify(known ?? dummyHash, normalise(password)));
      return matches && known !== null;
    },
    needsRehash: (known) => {
      const used = parseOptions(known);
      return (Object.keys(parameters) as (keyof typeof parameters)[]).some((name) => used[name] !== parameters[name]);
    },
    inTurn: (call) => takeTurn(call, calls),
    waiting: () => calls.waiting() + line.waiting(),
  };
}

/**
 * Throws `invalid_fields` for a new password that would be among the first guesses: a common one, or the account's own
 * address. Passwords that were set before are not affected.
 */
export async function refuseGuessable(password: string, email: string): Promise<void> {
  const { findGuessable } = await import('./guessable.ts');
  const code = findGuessable(password, email);
  if (code !== null) throw new ApiError('invalid_fields', { errors: [{ field: 'password', code }] });
}

/** Keyboards write the same character in more than one way (NIST SP 800-63B). */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

/** Of today's parameters and random bytes: comparing costs what it always costs, and nothing matches. */
function makeDummyHash(): string {
  const { memoryCost, timeCost, parallelism } = parameters;
  const [salt, digest] = [randomBytes(16), randomBytes(32)].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${digest}`;
}

/** Lets a bounded number of tasks run at once and a bounded number wait, first come, first served. */
interface TaskQueue {
  /** Runs the task when it is its turn; throws `TaskQueueFull` at once where too many wait already. */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** How many wait now. */
  waiting(): number;
}

/** No more may wait. */
export class TaskQueueFull extends Error {
  override readonly name = 'TaskQueueFull';
}

/** At most `permits` tasks run, at most `places` wait. */
export function createTaskQueue({ permits, places }: { permits: number; places: number }): TaskQueue {
  const turns: (() => void)[] = [];
  let free = permits;

  async function takeTurn(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (turns.length >= places) throw new TaskQueueFull(`${places} tasks wait already`);
    await new Promise<void>((resolve) => turns.push(resolve));
  }

  return {
    async run(task) {
      await takeTurn();
      try {
        return await task();
      } finally {
        const next = turns.shift();
        if (next) next();
        else free += 1;
      }
    },
    waiting: () => turns.length,
  };
}
