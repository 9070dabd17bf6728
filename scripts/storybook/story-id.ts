/** The id of a page of a funnel as a whole in Storybook. */
export function storyIdOf(funnel: string, page: string): string {
  return `${funnel.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}--${page}`;
}
