import styles from './ProblemsStory.module.css';
import { StoryPage } from './StoryPage.tsx';

/** Instead of a funnel that can't be shown: what is wrong with it, as the terminal says it. */
export function ProblemsStory({ problems }: { readonly problems: readonly string[] }) {
  return (
    <StoryPage>
      <h1>{problems.length === 1 ? 'This funnel has a problem' : `This funnel has ${problems.length} problems`}</h1>
      <p>It is shown again as soon as its files are in order.</p>
      {problems.map((problem) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it
        <pre key={problem} className={styles.problem} tabIndex={0}>
          {problem}
        </pre>
      ))}
    </StoryPage>
  );
}
