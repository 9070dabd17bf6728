/**
 * Work on something, shared by all who ask for it at once: whoever asks gets a run that begins after that. So, however
 * many ask, one runs and one waits.
 */
export function shareRuns(run: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();

  function start(key: string): Promise<void> {
    const current = run(key).finally(() => running.delete(key));
    running.set(key, current);
    return current;
  }

  async function startAfter(current: Promise<void>, key: string): Promise<void> {
    // Whether that one failed is for those who wait for it.
    await Promise.allSettled([current]);
    waiting.delete(key);
    return start(key);
  }

  return (key) => {
    const current = running.get(key);
    if (!current) return start(key);
    const next = waiting.get(key) ?? startAfter(current, key);
    waiting.set(key, next);
    return next;
  };
}
