/** The address of a story in Storybook, to be opened anywhere; args must be letters, digits, `-`, `_` or spaces. */
export function storyLink(id: string, args: Readonly<Record<string, string>> = {}): string {
  const { origin, pathname } = window.location;
  const base = origin + pathname.replace(/[^/]*$/, '');
  const written = Object.entries(args).map(([name, value]) => `${name}:${value}`);
  return `${base}?path=/story/${id}${written.length > 0 ? `&args=${written.join(';')}` : ''}`;
}
