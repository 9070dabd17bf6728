/** Parameters as they come: text, or named or numbered parameters in it (`metadata[plan]`, `expand[]`). */
export interface Form {
  [name: string]: string | Form;
}

/** Reads a form body or the query of an address. What contradicts itself (`a=1&a[b]=2`) is read as its last part. */
export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [key, value] of new URLSearchParams(text)) put(form, pathOf(key), value);
  return form;
}

/** Without a prototype: names come from outside. */
function emptyForm(): Form {
  return Object.create(null) as Form;
}

/** `a[b][]` is a, b and "the next number". */
function pathOf(key: string): string[] {
  const [, first = key, rest = ''] = /^([^[]*)((?:\[[^\]]*\])*)$/.exec(key) ?? [];
  return [first, ...Array.from(rest.matchAll(/\[([^\]]*)\]/g), ([, name = '']) => name)];
}

function put(form: Form, path: readonly string[], value: string): void {
  const [first = '', ...rest] = path;
  const name = first === '' ? String(Object.keys(form).length) : first;
  if (rest.length === 0) {
    form[name] = value;
    return;
  }
  const inner = form[name];
  const child = typeof inner === 'object' ? inner : emptyForm();
  form[name] = child;
  put(child, rest, value);
}
