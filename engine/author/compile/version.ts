import { createHash } from 'node:crypto';
import type { CompiledFunnel } from '../../model.ts';

/** The first 16 hexadecimal digits of the SHA-256 of everything else: two equal versions behave alike. */
export function versionOf(funnel: Omit<CompiledFunnel, 'version'>): string {
  return createHash('sha256').update(canonicalJson(funnel)).digest('hex').slice(0, 16);
}

/** JSON with the keys of every object sorted. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  const entries = keys.map((key) => `${JSON.stringify(key)}:${canonicalJson((value as Record<string, unknown>)[key])}`);
  return `{${entries.join(',')}}`;
}
