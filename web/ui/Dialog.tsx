import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef, type ReactNode } from 'react';
import styles from './Dialog.module.css';
import { Icon } from './Icon.tsx';

interface Props {
  readonly open: boolean;
  /** Closes it: by its cross, Escape or a press beside it. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** The name of the cross. */
  readonly closeLabel: string;
  readonly children: ReactNode;
}

/**
 * A modal dialog: keeps the focus inside while it is open, first at its first field or at what is marked `data-first`, and
 * gives it back to where it was.
 */
export function Dialog({ open, onClose, title, closeLabel, children }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  // On touch screens the focus would bring up a keyboard over the words.
  const firstFocus = (by: string) =>
    by === 'touch' || (popup.current?.querySelector<HTMLElement>('input, [data-first]') ?? true);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup ref={popup} className={styles.popup} initialFocus={firstFocus}>
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
