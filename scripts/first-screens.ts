import { readFileSync } from 'node:fs';
import type { CompiledFunnel, VisitInput } from '../engine/model.ts';
import type { FirstScreens, FirstStep } from '../web/starter/first-screen.ts';
import { firstScreenCode } from './build-app.ts';
import { escapeHtml } from './escape-html.ts';
import { distinctFirstSteps } from './first-steps.ts';

/** What stands in the head of a page whose first screen depends on experiments, after what it is about. */
export interface FirstScreensHead {
  readonly html: string;
  /** The text of its script. */
  readonly script: string;
}

/**
 * The first screens of a funnel beside the one that its page is rendered with, as templates, and the script that shows
 * the visitor's own (`web/starter/first-screen.ts`). Null where everybody sees the same. `render` renders the page's content.
 */
export async function firstScreensHead(
  funnel: CompiledFunnel,
  first: FirstStep,
  render: (input: VisitInput) => Promise<string>,
): Promise<FirstScreensHead | null> {
  const [, ...others] = distinctFirstSteps(first);
  if (others.length === 0) return null;
  const templates = await Promise.all(
    others.map(async ([step, variants]) => `<template data-first="${step}">${await render({ variants })}</template>`),
  );
  const script = readFileSync(firstScreenCode, 'utf8').trim();
  const data = escapeHtml(JSON.stringify({ funnel: funnel.id, first } satisfies FirstScreens));
  return { html: `${templates.join('')}<script data-first="${data}">${script}</script>`, script };
}
