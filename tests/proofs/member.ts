import { execFileSync } from 'node:child_process';
import { callApi, logIn } from '../harness/api-calls.ts';
import { script } from '../harness/processes.ts';
import { demand } from './report.ts';

/** Gives a member access for 30 days, as support does. */
export function grantAccess(databaseUrl: string, email: string): void {
  const [program = '', ...args] = script('scripts/members.ts');
  execFileSync(program, [...args, 'grant', email, '--days', '30', '--why', 'a proof', '--by', 'proof'], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Demands that a member can sign in, has access, and hears the first session. */
export async function demandPlay(what: string, url: string, email: string): Promise<void> {
  const login = await logIn(url, email, 1);
  const token = login.status === 200 ? login.body.accessToken : '';
  const list = await callApi<{ items?: { id: string }[] }>(url, '/v1/content/', { method: 'GET', token });
  const id = list.body.items?.[0]?.id ?? '';
  const session = await callApi<{ audioUrl?: string }>(url, `/v1/content/${id}/`, { method: 'GET', token });
  const audio = await fetch(new URL(session.body.audioUrl ?? '/', url), {
    headers: { Authorization: `Bearer ${token}` },
  });
  const bytes = audio.status === 200 ? await firstBytesOf(audio) : 0;
  const figures = `sign-in ${login.status}, sessions ${list.status}, session ${session.status}, ${bytes} bytes of sound`;
  demand(`${what}: a member signs in, has access and plays`, bytes > 1_000, figures);
}

/** Sound that is being made comes piece by piece; the first are enough. */
async function firstBytesOf(response: Response): Promise<number> {
  const reader = response.body!.getReader();
  let bytes = 0;
  while (bytes < 100_000) {
    const { value, done } = await reader.read();
    if (done) break;
    bytes += value.length;
  }
  await reader.cancel();
  return bytes;
}
