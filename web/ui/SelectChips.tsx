import { Icon } from './Icon.tsx';
import type { TitledOption } from './select-options.ts';
import styles from './Select.module.css';

interface ChipsProps<Value extends string> {
  readonly chosen: readonly TitledOption<Value>[];
  readonly disabled: boolean;
  /** What a chip does, in words: "Remove Sleep". */
  readonly labelOf: (title: string) => string;
  readonly onRemove: (value: Value) => void;
}

/** The chosen values of a multiple select; a press on one takes it out. */
export function SelectChips<Value extends string>({ chosen, disabled, labelOf, onRemove }: ChipsProps<Value>) {
  if (chosen.length === 0) return null;
  return (
    <ul className={styles.chips}>
      {chosen.map(({ value, title }) => (
        <li key={value}>
          <button
            type="button"
            className={styles.chip}
            disabled={disabled}
            aria-label={labelOf(title)}
            onClick={() => onRemove(value)}
          >
            {title}
            <Icon name="close" size={16} />
          </button>
        </li>
      ))}
    </ul>
  );
}
