import type { HandedDependencies } from '../api/app.ts';
import { createMaker } from './soundscape/maker.ts';

/** What the API is handed: the maker of sound, and what only development needs, which production never loads. */
export const handedDependencies: HandedDependencies = {
  createSoundMaker: createMaker,
  loadStandIn: async () => (await import('./stripe-stand-in/create-stand-in.ts')).createStandIn,
  loadMailbox: async () => (await import('./mailbox/create-mailbox.ts')).createMailbox,
};
