import type { ErrorObject } from 'ajv';
import type { FieldErrorCode } from '../../../../schemas/api/problem.ts';
import type { FieldMistake } from '../api-error.ts';

/** What Ajv found (with `verbose`), as one mistake for each error. */
export function readMistakes(errors: readonly ErrorObject[]): FieldMistake[] {
  return errors.map((error) => ({ field: fieldOf(error), code: codeOf(error) }));
}

function fieldOf({ instancePath, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1).map(unescapePointer);
  const name: unknown = params['missingProperty'] ?? params['additionalProperty'];
  return (typeof name === 'string' ? [...path, name] : path).join('.');
}

/** RFC 6901. */
function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function codeOf(error: ErrorObject): FieldErrorCode {
  if (error.data === '') return 'required';
  switch (error.keyword) {
    case 'required':
      return isAgreement(error) ? 'must_agree' : 'required';
    case 'minProperties':
      return 'required';
    case 'const':
      return error.params['allowedValue'] === true ? 'must_agree' : 'invalid';
    case 'additionalProperties':
      return 'unknown_field';
    case 'type':
      return 'wrong_type';
    case 'maxLength':
    case 'maxProperties':
    case 'maxItems':
      return 'too_long';
    case 'format':
      return codeOfFormat(error.params['format']);
    default:
      return 'invalid';
  }
}

function codeOfFormat(format: unknown): FieldErrorCode {
  if (format === 'email') return 'not_an_email';
  if (format === 'person-name') return 'not_a_name';
  return format === 'password-rules' ? 'password_rules' : 'invalid';
}

/** Whether what is missing is a box that has to be ticked: it is not filled, it is agreed to. */
function isAgreement({ params, parentSchema }: ErrorObject): boolean {
  const properties = parentSchema?.['properties'] as Readonly<Record<string, { const?: unknown }>> | undefined;
  return properties?.[String(params['missingProperty'])]?.const === true;
}
