import { vi } from 'vitest';

/**
 * Stands for `web/ui/toast.ts`: what would be on a toast is written down. A real one would outlive its test.
 *
 *     vi.mock('../../../web/ui/toast.ts', () => import('./fake-toast.ts'));
 */
export const showToast = vi.fn(async (_message: string) => {});
