import { expect, onTestFinished, test, vi } from 'vitest';
import type { CompiledFunnel } from '../../engine/model.ts';
import { findFreePort } from '../../scripts/postgres/free-port.ts';
import { makeTemporaryFolder } from '../harness/databases.ts';
import { script, startProcess } from '../harness/processes.ts';
import { temporaryFolder } from './funnel/run.ts';

const consent = 'We write to you about calmer evenings.';
const contactStep = '  - { id: contact, type: email, lead: true }\n\n  # A pause that goes on by itself.';
/** A busy machine fails no test. */
const patient = { timeout: 600_000, interval: 200 };

test('live authoring takes leads under a consent that was written while it runs', { timeout: 1_800_000 }, async () => {
  using folder = temporaryFolder('calmer-evenings');
  const url = await startAuthoring(folder.path);
  const funnelNow = async (): Promise<CompiledFunnel> => {
    const response = await fetch(`${url}/live-funnels/calmer-evenings.en.json`);
    return ((await response.json()) as { funnel: CompiledFunnel }).funnel;
  };
  for (const locale of ['en', 'es']) {
    const words = `  contact: { title: "?", button: "!", consent: "${consent}" }\n\n  analysing:`;
    folder.change(`calmer-evenings.${locale}.yaml`, '  analysing:', words);
  }
  folder.change('calmer-evenings.yaml', '  # A pause that goes on by itself.', contactStep);
  await vi.waitFor(async () => expect((await funnelNow()).steps.map(({ id }) => id)).toContain('contact'), patient);
  const { id: funnel, version } = await funnelNow();
  const lead = {
    funnel,
    version,
    visit: '01a1fdfa-4600-7000-8000-000000000001',
    locale: 'en',
    step: 'contact',
    consent,
  };
  const body = JSON.stringify({ ...lead, contact: 'ada@example.org', page: 1, n: 1, answers: {} });
  const send = () =>
    fetch(`${url}/api/v1/leads/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await vi.waitFor(async () => expect((await send()).status).toBe(204), patient);
});

/** `npm run dev` on these funnels; resolves to its address. */
async function startAuthoring(folder: string): Promise<string> {
  const port = await findFreePort();
  const own = { FUNNELS_DIR: folder, DATA_DIR: makeTemporaryFolder(), DATABASE_URL: '', PORT: String(port) };
  const authoring = startProcess(script('scripts/dev.ts'), { ...process.env, NODE_ENV: 'development', ...own });
  onTestFinished(() => authoring.kill('SIGTERM'));
  await vi.waitFor(() => expect(authoring.output, authoring.errors).toContain('Live authoring'), patient);
  return `http://127.0.0.1:${port}`;
}
