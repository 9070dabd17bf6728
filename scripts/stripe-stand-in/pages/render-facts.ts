import { html, type Html } from '../../../api/emails/html.ts';

/** Facts by name; those that are null are left out. */
export function renderFacts(facts: readonly (readonly [name: string, value: string | null])[]): Html {
  return html`<dl>
    ${facts.map(([name, value]) =>
      value === null
        ? html``
        : html`<dt>${name}</dt>
            <dd>${value}</dd> `,
    )}
  </dl>`;
}
