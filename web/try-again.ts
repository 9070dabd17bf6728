/** Most connections that break are back by then: milliseconds. */
const pauses = [500, 1_500];

/** Loads something, up to three times in all; rejects as the last attempt does. */
export async function tryAgain<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch (error) {
      // Vite takes a style that failed for loaded the next time: only a new document gets it.
      if (/CSS/.test(String(error))) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
  return load();
}
