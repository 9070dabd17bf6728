/** Something to wait for. Coalesces notifications. */
export interface Signal {
  notify(): void;
  /** Resolves at the next notification, at once if there was one since the last wait, or after this time. */
  wait(milliseconds: number): Promise<void>;
}

export function createSignal(): Signal {
  let isNotified = false;
  let release: (() => void) | undefined;
  return {
    notify() {
      isNotified = true;
      release?.();
    },
    async wait(milliseconds) {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          release = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isNotified = false;
      release = undefined;
    },
  };
}

/** Resolves when the work has ended, or after this time: to whether it has. Rejects if the work does in that time. */
export async function endsWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeIsUp = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  try {
    return await Promise.race([work.then(() => true), timeIsUp]);
  } finally {
    clearTimeout(timer);
  }
}
