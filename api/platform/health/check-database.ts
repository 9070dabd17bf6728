/** Whether the database answers. */
export type CheckDatabase = () => Promise<boolean>;

/** So often is the database asked at most, however many load balancers ask us. */
const rememberedMilliseconds = 1_000;

/** A database that takes longer to say hello is as good as none. */
const timeoutMilliseconds = 2_000;

/** Asks the database with `ping`; an answer, or its absence, is remembered for a second. */
export function createDatabaseCheck(ping: () => Promise<void>): CheckDatabase {
  let answer = Promise.resolve(false);
  let askedAt = -Infinity;
  return () => {
    if (performance.now() - askedAt >= rememberedMilliseconds) {
      askedAt = performance.now();
      answer = answersInTime(ping);
    }
    return answer;
  };
}

function answersInTime(ping: () => Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMilliseconds);
    ping()
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer));
  });
}
