import type { ScreenOption } from '../../../engine/model.ts';
import rows from './choice.module.css';

/** The label of an option and, smaller, its note. */
export function OptionWords({ option }: { readonly option: ScreenOption }) {
  return (
    <span className={rows.words}>
      {option.label}
      {option.note !== undefined && <span className={rows.note}>{option.note}</span>}
    </span>
  );
}
