import { admit, type Admission, type Entry } from './guard.ts';
import { session } from './page-session.ts';

/** Who of this browser may enter a page (specification, section 6). */
export const enter = (entry: Entry): Promise<Admission> => admit(session(), entry);

/** Sends the language that a user has chosen to the server; a visitor who isn't logged in has none there. */
export async function keepLanguage(language: string): Promise<void> {
  if (session().user() && (language === 'en' || language === 'es')) await session().update({ language });
}
