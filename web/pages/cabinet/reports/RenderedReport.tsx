import { useLayoutEffect, useRef } from 'react';
import type { RenderedReport as Rendered } from './report-calls.ts';
import { showInside } from './show-inside.ts';

/** A report in a tree of its own, so that its style sheet and the site's leave each other alone. */
export function RenderedReport({ report }: { readonly report: Rendered }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: element } = host;
    if (element) showInside(element.shadowRoot ?? element.attachShadow({ mode: 'open' }), report);
  }, [report]);
  return <div ref={host} />;
}
