/** What this resolves to; undefined where that fails or takes longer. */
export async function withinTime<Value>(work: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
