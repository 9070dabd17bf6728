import type { Screen } from '../../../engine/model.ts';
import { Button } from '../../ui/Button.tsx';
import type { FieldProps } from './field.ts';
import styles from './field.module.css';

interface Props extends Pick<FieldProps, 't' | 'pending'> {
  readonly screen: Screen;
  /** Left out inside a form, which it then submits. */
  readonly onPress?: () => void;
}

/** The way on, in the author's words or in the site's own. On phones it stays in sight at the bottom. */
export function Continue({ screen, t, pending, onPress }: Props) {
  return (
    <div className={styles.action}>
      <Button
        wide
        busy={pending}
        {...(onPress ? { onClick: onPress, 'data-tap': 'next' } : { type: 'submit' as const })}
      >
        {screen.button ?? t('quiz.continue')}
      </Button>
    </div>
  );
}
