import type { SceneDrawing } from '../../engine/model.ts';
import { useScripted } from '../ui/use-scripted.ts';
import { Scene } from './Scene.tsx';
import styles from './Scene.module.css';

/**
 * The funnel's scene, faint at the foot of the screen behind all steps without one of their own. Stands outside of them, so
 * that no tap draws it again, and comes after the first paint. Decoration: hidden from screen readers.
 */
export function Backdrop({ drawing }: { readonly drawing: SceneDrawing }) {
  const scripted = useScripted();
  return (
    scripted && (
      <div className={styles.backdrop}>
        <Scene id="backdrop:" drawing={drawing} percent={100} />
      </div>
    )
  );
}
