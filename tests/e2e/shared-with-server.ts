import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createKeys } from '../../api/platform/keys.ts';

/** Where the server of the journeys, another process, leaves what it printed. */
const file = path.resolve('dist', 'journeys-output');

/** Leaves for the journeys all that this process prints from now on. */
export function saveOutput(): void {
  let output = '';
  const { log } = console;
  console.log = (...values) => {
    output += `${values.join(' ')}\n`;
    writeFileSync(file, output, { mode: 0o600 });
    log(...values);
  };
}

/** The links that the server printed, to the pages for those who develop. */
export function developmentLinks(): readonly string[] {
  return readFileSync(file, 'utf8').match(/http\S+token=\w+/g) ?? [];
}

/** What these links carry. */
export function developmentToken(): string {
  return new URL(developmentLinks()[0]!).searchParams.get('token')!;
}

/** The secret of the server that the journeys visit, so that they can make what time has run out on. */
export const serverSecret = 'this-server-is-there-for-its-tests-only';

export const serverKeys = createKeys(serverSecret);
