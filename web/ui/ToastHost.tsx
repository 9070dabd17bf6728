import { Toast } from '@base-ui/react/toast';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import styles from './ToastHost.module.css';

/** What went wrong, or good news. */
export type ToastKind = 'error' | 'notice';

const timeout = 4000;
const toasts = Toast.createToastManager();
let started = false;

/** Adds a toast; the first one starts the host, a tree of its own, so that no page has to carry it. */
export function addToast(message: string, kind: ToastKind): void {
  if (!started) {
    started = true;
    // In one go, because the manager drops what has no listener yet.
    flushSync(() => createRoot(document.body.appendChild(document.createElement('div'))).render(<ToastHost />));
  }
  toasts.add({ id: message, description: message, type: kind, priority: kind === 'error' ? 'high' : 'low' });
}

function ToastHost() {
  return (
    <Toast.Provider toastManager={toasts} timeout={timeout}>
      <Toast.Portal>
        {/* Without Base UI's English name: what matters is read out from the toasts. */}
        <Toast.Viewport className={styles.viewport} aria-label={undefined}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts: shown } = Toast.useToastManager();
  return shown.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast} tabIndex={-1}>
      <Toast.Content>
        <Toast.Description className={styles.message} />
      </Toast.Content>
    </Toast.Root>
  ));
}
