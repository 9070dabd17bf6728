import { useEffect, useRef, type ComponentProps } from 'react';
import { MessagePage } from '../MessagePage.tsx';

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
