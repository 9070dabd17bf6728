import { look, openPage } from './own-events.ts';
import { sendLeftOver } from './send.ts';
import { listen } from './tell.ts';

/** Tells the server what happens in quizzes (docs/reference/events.md). The page's own work never waits for it. */
export function startLearning(): void {
  listen((told) => {
    if (told.type === 'visit') {
      openPage(told.visit);
      if (document.hidden) look(true);
    }
    if (told.type === 'left') look(true, true);
  });
  addEventListener('visibilitychange', () => look(document.hidden));
  sendLeftOver();
}
