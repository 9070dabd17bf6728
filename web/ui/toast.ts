/**
 * Shows a message of what went wrong: red, bottom right, gone after 4 seconds (specification, section 8). May be
 * called from anywhere; the code of toasts is fetched apart. The same message again does not stack.
 */
export async function showToast(message: string): Promise<void> {
  const { addToast } = await host();
  addToast(message);
}

/** Fetches the code of toasts ahead of the first one. */
export function fetchToasts(): void {
  host().catch(() => undefined); // tried again with the first toast
}

const host = () => import('./ToastHost.tsx');
