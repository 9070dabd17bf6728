type Asked = string | { readonly url: string };
const pathOf = (asked: Asked) => new URL(typeof asked === 'string' ? asked : asked.url, 'https://example.com').href;

/** Cache Storage as far as the worker uses it. `reads` counts the files that were read whole. */
export function fakeCaches() {
  const kept = new Map<string, Map<string, Response>>();
  let reads = 0;
  const give = (response: Response | undefined) => {
    const copy = response?.clone();
    if (copy) {
      copy.blob = async () => {
        reads += 1;
        return response!.clone().blob();
      };
    }
    return copy;
  };
  const cacheOf = (entries: Map<string, Response>) => ({
    match: async (request: Asked, { ignoreSearch = false } = {}) => {
      const begin = `${pathOf(request)}?`;
      const other = ignoreSearch ? [...entries.keys()].find((url) => url.startsWith(begin)) : undefined;
      return give(entries.get(other ?? pathOf(request)));
    },
    put: async (request: Asked, response: Response) => void entries.set(pathOf(request), response),
    delete: async (request: Asked) => entries.delete(pathOf(request)),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
  });
  const open = async (name: string) => {
    const entries = kept.get(name) ?? new Map<string, Response>();
    kept.set(name, entries);
    return cacheOf(entries);
  };
  return {
    open,
    has: async (name: string) => kept.has(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    match: async (request: Asked, { cacheName }: { cacheName?: string }) => {
      const names = [...kept.keys()].filter((name) => cacheName === undefined || name === cacheName);
      const found = await Promise.all(names.map(async (name) => (await open(name)).match(request)));
      return found.find((response) => response !== undefined);
    },
    reads: () => reads,
  };
}
