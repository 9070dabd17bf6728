import { readFileSync } from 'node:fs';
import type { Environment } from './parse.ts';

/**
 * Reads what stands in files, as Docker, Kubernetes and systemd hand secrets over: `AUTH_SECRET_FILE` names the file with
 * `AUTH_SECRET`. Lines of it are joined with commas. Returns the environment as if the secrets stood there; in `named`, also
 * those whose file can't be read are set.
 */
export function readSecretFiles(
  given: Environment,
  names: readonly string[],
): { readonly environment: Environment; readonly named: Environment; readonly problems: string[] } {
  const environment: Record<string, string | undefined> = { ...given };
  const named: Record<string, string | undefined> = { ...given };
  const problems: string[] = [];
  for (const name of names) {
    const file = given[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (given[name]?.trim()) problems.push(`${name} and ${name}_FILE are both set: set one of them.`);
    const text = readText(file);
    named[name] = text ?? file;
    if (text === null) problems.push(`${name}_FILE is ${JSON.stringify(file)}: that file can't be read, or is empty.`);
    else environment[name] = text;
  }
  return { environment, named, problems };
}

function readText(file: string): string | null {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return (
      lines
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(',') || null
    );
  } catch {
    return null;
  }
}
