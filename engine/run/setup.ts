import { createMachine, type setup as xstateSetup } from 'xstate';

/**
 * XState's `setup`, with what this project uses of it. The original's other helpers, such as `enqueueActions` and `log`, would
 * come with every page, used or not.
 */
export const setup = ((parts: object) => ({
  createStateConfig: (config: object) => config,
  createMachine: (config: object) => createMachine(config as never, parts),
})) as unknown as typeof xstateSetup;
