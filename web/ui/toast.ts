/**
 * Shows a message of what went wrong: red, bottom right, gone after 4 seconds (specification, section 8). May be
 * called from anywhere; the code of toasts is fetched with the first one. The same message again does not stack.
 */
export async function showToast(message: string): Promise<void> {
  const { addToast } = await import('./ToastHost.tsx');
  addToast(message);
}
