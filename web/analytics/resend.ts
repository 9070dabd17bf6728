/** Milliseconds between tries: they grow from the one to the other. */
const [firstPause, maxPause] = [5_000, 300_000];
/** Batches of about 500 characters; beyond them the oldest pages are dropped. */
const maxStored = 400;

/** Keys that this page could not send: where storage is off, no other page knows of them. */
const own = new Set<string>();
let pause = firstPause;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends the batch with this key. Resolves to whether that is done with. */
type Post = (key: string) => Promise<boolean>;

/**
 * Sends what is stored under keys that begin so, of this page or of earlier ones, and tries until all is sent. `key`
 * is that of a batch which could not be sent just now.
 */
export function resend(post: Post, prefix: string, key?: string): void {
  if (key !== undefined) own.add(key);
  if (timer !== undefined) return;
  const begin = () => {
    clearTimeout(timer);
    removeEventListener('online', begin);
    void tryNow(post, prefix);
  };
  timer = setTimeout(begin, pause * (0.5 + Math.random()));
  addEventListener('online', begin);
}

async function tryNow(post: Post, prefix: string): Promise<void> {
  dropOldest(storedKeys(prefix));
  await oneTabAtATime(async () => {
    for (const key of [...new Set([...own, ...storedKeys(prefix)])].sort()) {
      if (!(await post(key))) return;
      own.delete(key);
    }
  });
  timer = undefined;
  const isDone = own.size === 0 && storedKeys(prefix).length === 0;
  pause = isDone ? firstPause : Math.min(2 * pause, maxPause);
  if (!isDone) resend(post, prefix);
}

function storedKeys(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .sort();
  } catch {
    return []; // storage is off
  }
}

/** Whole pages: one that lacks a batch says nothing. */
function dropOldest(keys: readonly string[]): void {
  const last = keys.at(-1 - maxStored);
  if (last === undefined) return;
  for (const key of keys) if (pageIn(key) <= pageIn(last)) localStorage.removeItem(key);
}

const pageIn = (key: string) => Number(key.split(':')[1]);

/** Does the work unless another tab is at it: that one sends all there is. Both do where there are no locks. */
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  await locks.request('resend', { ifAvailable: true }, (lock) => lock && work()).catch(work);
}
