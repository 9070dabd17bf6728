import type { ReactNode } from 'react';
import frame from '../../web/layout/PageFrame.module.css';

interface Props {
  /** Where the visit on this page has ended, for tests. */
  readonly outcome?: string | undefined;
  readonly children: ReactNode;
}

/** The site's main part as it stands on every page, without header and footer. */
export function StoryPage({ outcome, children }: Props) {
  return (
    <div className={frame.layout} data-outcome={outcome}>
      <main className={frame.main}>{children}</main>
    </div>
  );
}
