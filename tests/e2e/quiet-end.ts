import { test as base } from '@playwright/test';

/** Tests in which pages may ask for something just as they end: what answers in the server's stead is quiet then. */
export const test = base.extend({
  context: async ({ context }, provide) => {
    await provide(context);
    for (const each of [context, ...context.pages()]) await each.unrouteAll({ behavior: 'ignoreErrors' });
  },
});
