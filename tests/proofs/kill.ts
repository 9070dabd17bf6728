import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApi, type ApiProcess } from '../harness/processes.ts';
import { logIn, signUp } from '../harness/api-calls.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { freshDatabaseUrl } from './postgres.ts';
import { demand } from './report.ts';

/**
 * The process is killed (-9) in the middle of sign-ups, again and again: each account that was acknowledged exists, and
 * each has its mail. On PostgreSQL, and on the embedded database.
 */
const rounds = 10;
const parallel = 8;
const emailsBy = 60_000;

async function prove(name: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const mails = await startMailServer();
  const acknowledged: string[] = [];
  let number = 0;
  const start = () => startApi({ ...environment, SMTP_URL: mails.url });
  let api: ApiProcess = await start();
  for (let round = 0; round < rounds; round++) {
    const url = api.url;
    const visitors = Array.from({ length: parallel }, async () => {
      for (;;) {
        const email = `${name}-${++number}@example.com`;
        const answer = await signUp(url, email, number).catch(() => null);
        if (answer === null) return;
        if (answer.status === 201) acknowledged.push(email);
      }
    });
    await sleep(300 + Math.random() * 1_200);
    await api.kill('SIGKILL');
    await Promise.all(visitors);
    api = await start();
  }
  const missingEmails = () => {
    const recipients = new Set(mails.received.flatMap((mail) => mail.recipients));
    return acknowledged.filter((email) => !recipients.has(email));
  };
  for (const until = Date.now() + emailsBy; missingEmails().length > 0 && Date.now() < until;) await sleep(200);
  let missingAccounts = 0;
  for (const [index, email] of acknowledged.entries()) {
    const { status } = await logIn(api.url, email, 1_000_000 + index);
    if (status !== 200) missingAccounts++;
  }
  console.log(`${name}: ${rounds} kills, ${acknowledged.length} acknowledged sign-ups, ${mails.received.length} mails`);
  demand(`${name}: acknowledged accounts that are missing`, missingAccounts === 0, `${missingAccounts}`);
  demand(`${name}: acknowledged accounts without a mail`, missingEmails().length === 0, `${missingEmails().length}`);
  await api.kill('SIGTERM');
  await mails.close();
}

await prove('postgres', { DATABASE_URL: await freshDatabaseUrl() });
const folder = mkdtempSync(path.join(tmpdir(), 'kill-'));
await prove('embedded', { DATABASE_URL: '', DATA_DIR: folder });
