import { forgetFunnels } from '../quiz/load-funnel.ts';

/** In development: calls back when a funnel was saved, and takes away the message about mistakes in an older save. */
export function onFunnelsChanged(reload: () => void): () => void {
  const hot = import.meta.hot;
  if (!hot) return () => undefined;
  const changed = () => {
    for (const overlay of document.querySelectorAll('vite-error-overlay')) overlay.remove();
    forgetFunnels();
    reload();
  };
  hot.on('funnels:changed', changed);
  return () => hot.off('funnels:changed', changed);
}
