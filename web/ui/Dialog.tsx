import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import styles from './Dialog.module.css';
import { Icon } from './Icon.tsx';

interface Props {
  readonly open: boolean;
  /** Closes it: by its cross, Escape or a press beside it. */
  readonly onClose: () => void;
  readonly title: string;
  /** The name of the cross. */
  readonly closeLabel: string;
  readonly children: ReactNode;
}

/** A modal dialog: keeps the focus inside while it is open and gives it back to where it was. */
export function Dialog({ open, onClose, title, closeLabel, children }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={styles.popup}>
            <div className={styles.top}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              <Base.Close className={styles.close} aria-label={closeLabel}>
                <Icon name="close" size={20} />
              </Base.Close>
            </div>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
