/** Lets a bounded number of tasks run at once and a bounded number wait, first come, first served. */
export interface WaitingLine {
  /** Runs the task when it is its turn; throws `WaitingLineFull` at once where too many wait already. */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** How many wait now. */
  waiting(): number;
}

/** Nobody more may wait. */
export class WaitingLineFull extends Error {
  override readonly name = 'WaitingLineFull';
}

/** At most `permits` tasks run, at most `places` wait. */
export function createWaitingLine({ permits, places }: { permits: number; places: number }): WaitingLine {
  const turns: (() => void)[] = [];
  let free = permits;

  async function takeTurn(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (turns.length >= places) throw new WaitingLineFull(`${places} tasks wait already`);
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
