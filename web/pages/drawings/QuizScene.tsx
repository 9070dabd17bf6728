import type { SceneDrawing } from '../../../engine/model.ts';
import { Scene } from '../../quiz/Scene.tsx';
import styles from './QuizScene.module.css';

/** The scene of a quiz as its last step leaves it, on the pages after it. Decoration: hidden from screen readers. */
export function QuizScene({ drawing }: { readonly drawing: SceneDrawing }) {
  return (
    <div className={styles.band}>
      <Scene id="quiz:" drawing={drawing} percent={100} />
    </div>
  );
}
