import { Select as Base } from '@base-ui/react/select';
import type { RefObject } from 'react';
import { Icon } from './Icon.tsx';
import type { TitledOption } from './select-options.ts';
import styles from './Select.module.css';

interface PopupProps {
  readonly options: readonly TitledOption<string>[];
  readonly anchor: RefObject<HTMLDivElement | null>;
}

/** The list that opens under the control, as wide as its box or wider. */
export function SelectPopup({ options, anchor }: PopupProps) {
  return (
    <Base.Portal>
      <Base.Positioner
        className={styles.positioner}
        anchor={anchor}
        alignItemWithTrigger={false}
        align="start"
        sideOffset={6}
        collisionPadding={12}
      >
        <Base.Popup className={styles.popup}>
          <Base.List className={styles.list}>
            {options.map(({ value, title }) => (
              <Base.Item key={value} value={value} className={styles.option}>
                <Base.ItemText>{title}</Base.ItemText>
                <Base.ItemIndicator className={styles.tick}>
                  <Icon name="check" size={20} />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
