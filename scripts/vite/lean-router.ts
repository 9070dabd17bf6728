import type { Plugin } from 'vite';

/**
 * The router makes components that this site doesn't use, for data and forms, in calls that bundlers have to keep, and
 * gives them names for developers' tools. Said to be without effect and left nameless, they and all that they need stay
 * away from visitors.
 */
export const leanRouter: Plugin = {
  name: 'lean-router',
  transform: (code, id) =>
    id.includes('/react-router/dist/production/')
      ? code
          .replace(/(?<== )(?=React\d*\.(?:memo|createContext|forwardRef)\()/g, '/* @__PURE__ */ ')
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
      : undefined,
};
