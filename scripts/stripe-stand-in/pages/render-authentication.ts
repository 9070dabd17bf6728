import type { Language } from '../../../schemas/api/values.ts';
import { html } from '../../../api/emails/html.ts';
import { writeAmount } from '../../../api/emails/write-amount.ts';
import type { Purchase } from '../actions.ts';
import { renderPage } from './page-frame.ts';
import { words } from './words/by-language.ts';

/** The bank's question (3-D Secure): the person confirms the payment, or refuses it. */
export function renderAuthentication(purchase: Purchase, { language, path }: { language: Language; path: string }) {
  const { title, text, confirm, refuse } = words[language].authentication;
  return renderPage({
    language,
    title,
    main: html`<h1>${title}</h1>
      <p>${text(writeAmount(purchase, language))}</p>
      <form method="post" action="${path}/authentication">
        <button name="answer" value="confirm">${confirm}</button>
        <button class="second" name="answer" value="refuse">${refuse}</button>
      </form>`,
  });
}
