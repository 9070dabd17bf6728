import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright';
import { runFunnel } from '../funnel/program.ts';
import { brokenEdits, editedExample, exampleFiles, exampleId, excerpt, writeFunnel } from './example.ts';
import { besideText, terminalPage } from './panels.ts';
import { drawPage } from './studio.ts';

/** What `check` says of the broken example, as a terminal shows it. */
export async function photographCheck(browser: Browser): Promise<void> {
  const output = await say(['check', exampleId, '--against', 'nothing'], brokenEdits.missingAnswer);
  await drawPage(browser, 'authoring-check', terminalPage(`npm run funnel -- check ${exampleId}`, output));
}

/** What `graph` draws of the example. */
export async function photographFlow(browser: Browser): Promise<void> {
  const svg = await say(['graph', exampleId]);
  const lines = [excerpt(`${exampleId}.yaml`, 'steps:')];
  const picture = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  await drawPage(browser, 'authoring-flow', besideText([picture], 560, lines));
}

/** Runs a command on the example, or on it with an edit; its folder is called as the site's own. */
async function say(args: readonly string[], edit?: Parameters<typeof editedExample>[0]): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'docs-pictures-'));
  const said: string[] = [];
  const keep = (text: string) => void said.push(text);
  try {
    writeFunnel(folder, edit ? editedExample(edit) : exampleFiles());
    await runFunnel([...args, '--dir', folder], { out: keep, err: keep, colour: true, confirm: null });
  } finally {
    rmSync(folder, { recursive: true });
  }
  return said.join('').replaceAll(folder, 'funnels');
}
