/**
 * Adds the query of the address to the links that lead to this page again, such as those of the languages: the HTML is the
 * same for all visitors and does not know it. What a link says itself counts more.
 */
export function keepQuery(): void {
  const { search, pathname } = location;
  if (!search) return;
  for (const link of document.links) {
    if (link.pathname !== pathname || link.hash) continue;
    const query = new URLSearchParams(search);
    new URLSearchParams(link.search).forEach((value, name) => query.set(name, value));
    link.href = `${pathname}?${query}`;
  }
}
