import type { TFunction } from 'i18next';

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
  void import('../ui/toast.ts').then(({ showToast }) => showToast(toast));
}
