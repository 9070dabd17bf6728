import type { TFunction } from 'i18next';
import { showToast } from '../ui/toast.ts';

/**
 * The generic error handler (specification, section 8): ignores 401; otherwise a toast with the server's detail text
 * if present, else the error's own message, else `errors.common`.
 */
export function showError(error: unknown, t: TFunction): void {
  const { status, detail, message } = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  if (status === 401) return;
  const text = [detail, message].find((candidate) => typeof candidate === 'string' && candidate !== '');
  const toast = typeof text === 'string' ? text : t('errors.common');
  showToast(toast).catch(() => undefined); // offline, and the code of toasts is not here yet
}
