import type { Plugin } from 'vite';

/**
 * i18next carries what it says about its next version, which only its debug mode writes down: every visitor would load
 * it. Takes out these texts; a release that has none leaves nothing to do.
 */
export const leanNotices: Plugin = {
  name: 'lean-notices',
  transform(code, id) {
    if (!/node_modules.i18next.dist.esm/.test(id)) return undefined;
    const lean = code.replaceAll(/('deprecate', |logger\.deprecate\()(?:`[^`]*`|"[^"]*"|'[^']*')/g, "$1''");
    return { code: lean, map: null };
  },
};
