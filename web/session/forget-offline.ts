import { workerScope, type WorkerMessage } from './cache-names.ts';
import { forgetPersonal } from './forget-personal.ts';

/** Removes all that is kept of whoever was logged in, also what the worker is about to keep. Never rejects. */
export async function forgetOffline(): Promise<void> {
  await Promise.all([tellWorker({ type: 'forget' }), forgetPersonal()]);
}

/** Tells the worker of the cabinet, where there is one. Never rejects. */
export async function tellWorker(message: WorkerMessage): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration(workerScope);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no target, windows do
    registration?.active?.postMessage(message);
  } catch {
    // There are no workers here: switched off, or an address without https.
  }
}
