import type { ToastKind } from './ToastHost.tsx';

/**
 * Shows a message, bottom right and gone after 4 seconds: of what went wrong in red (specification, section 8), good
 * news calmly. May be called from anywhere; the code of toasts is fetched apart. The same message again does not stack.
 */
export async function showToast(message: string, kind: ToastKind = 'error'): Promise<void> {
  const { addToast } = await host();
  addToast(message, kind);
}

/** Fetches the code of toasts ahead of the first one. */
export function fetchToasts(): void {
  host().catch(() => undefined); // tried again with the first toast
}

const host = () => import('./ToastHost.tsx');
