import { program, runNamedTask } from '../tasks.ts';

/** `npm run bench -- <name>`: measurements of speed. Each exits with 1 where it misses its goal. */
await runNamedTask('bench', {
  page: {
    about: 'first paint and taps on a slow phone, beside a page written by hand',
    command: program('tests/bench/page.ts'),
    needs: ['build', 'chromium'],
  },
  'return-visit': {
    about: 'how soon a quiz answers those who come back',
    command: program('tests/bench/return-visit.ts'),
    needs: ['build', 'chromium'],
  },
  taps: {
    about: 'what reporting events adds to the time of a tap',
    command: program('tests/bench/tap-with-events.ts'),
    needs: ['build', 'chromium'],
  },
  growth: {
    about: 'quizzes of 16 to 10,000 steps in the browser',
    command: program('tests/bench/growth.ts'),
    needs: ['chromium'],
  },
  engine: {
    about: 'the engine beside a plain reducer and a bare XState actor',
    command: program('tests/bench/engine.ts'),
  },
  check: { about: 'npm run funnel -- check as a whole process', command: program('tests/bench/check.ts') },
  server: {
    about: 'the landing page, as a share of bare Express',
    command: program('tests/bench/server.ts'),
    needs: ['build'],
    env: { SITE_DIR: 'dist/site' },
  },
  start: {
    about: 'npm start of a built tree until it takes requests, and idle memory',
    command: program('tests/bench/start.ts'),
    needs: ['build', 'postgres'],
  },
  processes: {
    about: 'how throughput grows with processes',
    command: program('tests/bench/processes.ts'),
    needs: ['build', 'postgres'],
  },
  content: {
    about: 'the list of sessions and the dashboard of a busy listener',
    command: program('tests/bench/content-list.ts'),
    needs: ['postgres'],
  },
  me: {
    about: 'users/me, as a share of bare Express and pg',
    command: program('tests/bench/users-me.ts'),
    needs: ['postgres'],
  },
  refresh: {
    about: 'exchanges of refresh tokens per second',
    command: program('tests/bench/refreshes.ts'),
    needs: ['postgres'],
  },
  events: {
    about: 'batches of events stored per second, as a share of bare inserts, and what counting them takes',
    command: program('tests/bench/event-ingest.ts'),
    needs: ['postgres'],
  },
  visit: {
    about: 'what a visit costs the server: processor, bytes sent and stored',
    command: program('tests/bench/visit-cost.ts'),
    needs: ['build', 'chromium', 'postgres'],
  },
  lighthouse: {
    about: 'Lighthouse on every quiz (fetched by npx)',
    command: program('tests/bench/lighthouse.ts'),
    needs: ['build', 'chromium'],
  },
});
