import { expect, type Page } from '@playwright/test';
import { developmentToken } from './shared-with-server.ts';

/** An email that was sent, as `/dev/mail.json` lists it. */
export interface Email {
  readonly subject: string;
  readonly text: string;
}

interface Wanted {
  readonly to: string;
  /** What its link leads to, such as `/verify-email/`. */
  readonly link: string;
}

/** The newest mail to this address with a link of this kind, as soon as it has arrived. */
export async function receiveEmail(page: Page, { to, link }: Wanted): Promise<Email & { href: string }> {
  let found: (Email & { href: string }) | undefined;
  await expect
    .poll(async () => (found = (await listEmails(page, to)).map((mail) => withLink(mail, link)).find(Boolean)), {
      message: `a mail to ${to} with a link to ${link}`,
    })
    .toBeDefined();
  return found!;
}

/** Every email to this address, newest first; of the server of the journeys, or of one with another token. */
export async function listEmails(page: Page, to: string, token = developmentToken()): Promise<Email[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(new URL(`/dev/mail.json?to=${encodeURIComponent(to)}`, page.url()), { headers });
  expect(response.status).toBe(200);
  return (await response.json()) as Email[];
}

function withLink(mail: Email, link: string): (Email & { href: string }) | undefined {
  const href = mail.text.match(/https?:\/\/\S+/g)?.find((address) => new URL(address).pathname.startsWith(link));
  return href === undefined ? undefined : { ...mail, href };
}
