import type { Plugin } from 'vite';

/**
 * The router makes components for sites that load data by it, in calls that bundlers have to keep. Said to be without
 * effect, they and all that they need stay away from visitors.
 */
export const leanRouter: Plugin = {
  name: 'lean-router',
  transform: (code, id) =>
    id.includes('/react-router/dist/production/')
      ? code.replace(/(?<== )(?=React\d*\.(?:memo|createContext)\()/g, '/* @__PURE__ */ ')
      : undefined,
};
