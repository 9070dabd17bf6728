import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../errors.ts';

/** One piece of work at a time that a control starts. */
export interface AsyncAction {
  /** Whether it is under way. */
  readonly busy: boolean;
  /** Does it; resolves to whether it went well. Where it fails, the shared error handler has said so. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** Keeps a control busy while its work is under way, and free again whatever comes of it. */
export function useAsyncAction(): AsyncAction {
  const { t } = useTranslation('site');
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      showError(error, t);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
