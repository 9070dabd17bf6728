import { type ComponentProps, useEffect, useRef } from 'react';
import { MessagePage } from '../MessagePage.tsx';
import { ApiProblem } from '../../session/api-client.ts';

/** A message that takes the place of what was on the page: focus and screen reader go there. */
export function Outcome(props: ComponentProps<typeof MessagePage>) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={place} tabIndex={-1}>
      <MessagePage {...props} />
    </div>
  );
}

/** Why the link of an email no longer works. */
export type LinkProblem = 'expired' | 'invalid' | 'over';

/** What the server says is wrong with the link; null where it is something else. */
export function linkProblemOf(error: unknown): LinkProblem | null {
  if (!(error instanceof ApiProblem)) return null;
  if (error.code === 'link_expired') return 'expired';
  if (error.code === 'link_over') return 'over';
  return error.code === 'link_invalid' ? 'invalid' : null;
}
