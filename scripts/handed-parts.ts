import type { HandedParts } from '../api/app.ts';
import { createMaker } from './soundscape/maker.ts';

/** What the API is handed: the maker of sound, and what only development needs, which production never loads. */
export const handedParts: HandedParts = {
  createSoundMaker: createMaker,
  loadStandIn: async () => (await import('./stripe-stand-in/create-stand-in.ts')).createStandIn,
  loadMailbox: async () => (await import('./mailbox/create-mailbox.ts')).createMailbox,
};
