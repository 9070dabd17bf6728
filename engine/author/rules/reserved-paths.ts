import type { FlowRule } from './rule.ts';

/** The routes of the specification, section 2, that aren't quizzes, and what the server keeps for itself. */
export const sitePaths: readonly string[] = [
  '/',
  '/results',
  '/personalized-plan',
  '/wizard-register',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/terms-of-service',
  '/privacy-policy',
  '/cabinet',
  '/api',
  '/assets',
];

/** A funnel's path isn't a page of the site, nor below one. */
export const reservedPaths: FlowRule = function* ({ flow, reservedPaths: reserved }) {
  const { path } = flow.value;
  if (path === undefined) return;
  const taken = reserved.find((page) => path === page || (page !== '/' && path.startsWith(`${page}/`)));
  if (taken === undefined) return;
  yield {
    in: flow.document,
    path: ['path'],
    code: 'reserved_path',
    message: `${taken} is a page of the site: a funnel can't be there.`,
    hint: `Write path: /${flow.id}`,
  };
};
