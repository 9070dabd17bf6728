/** Something to wait for. Ringing it several times before anybody waits is ringing it once. */
export interface Bell {
  ring(): void;
  /** Resolves at the next ring, at once if it has rung since the last wait, or after so long. */
  wait(milliseconds: number): Promise<void>;
}

export function createBell(): Bell {
  let hasRung = false;
  let answer: (() => void) | undefined;
  return {
    ring() {
      hasRung = true;
      answer?.();
    },
    async wait(milliseconds) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          answer = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasRung = false;
      answer = undefined;
    },
  };
}

/** Resolves when the work has ended, or after so long. Rejects if the work does in that time. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeIsUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, timeIsUp]);
  clearTimeout(timer);
}
