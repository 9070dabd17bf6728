import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';

/**
 * A YAML file of business content that is valid by its JSON Schema. Throws one error that names file, line and what to
 * do for each mistake.
 */
export function readContentFile(file: string, schemaFile: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
  const validate = new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync(schemaFile, 'utf8')) as object);
  const content: unknown = document.errors.length > 0 ? null : document.toJS();
  if (document.errors.length === 0 && validate(content)) return content;

  const mistakes = document.errors.map(({ pos, message }) => ({ offset: pos[0], message }));
  for (const { instancePath, message, params } of validate.errors ?? []) {
    const path = instancePath.split('/').slice(1);
    const node = document.getIn(path, true) as { range?: [number] } | undefined;
    const extra = 'additionalProperty' in params ? ` (${String(params['additionalProperty'])})` : '';
    mistakes.push({ offset: node?.range?.[0] ?? 0, message: `${path.join('.') || 'the file'} ${message}${extra}` });
  }
  throw new Error(
    mistakes
      .map(({ offset, message }) => {
        const { line, col } = lines.linePos(offset);
        return `${file}:${line}:${col}  ${message}`;
      })
      .join('\n'),
  );
}
