import type { TFunction } from 'i18next';
import { createElement, type ReactNode } from 'react';
import type { ShownText } from '../../../engine/model.ts';
import styles from './field.module.css';
import type { FieldProps } from './field.tsx';

interface Props extends Pick<FieldProps, 't'> {
  readonly screen: { readonly consent?: ShownText };
}

/** What the visitor agrees to by answering, where the answer is a lead, with the privacy policy. */
export function Consent({ screen: { consent }, t }: Props) {
  return (
    consent !== undefined && (
      <p className={styles.consent}>
        {agreedText(consent, t)} {agreedText({ tag: 'a', href: '/privacy-policy', parts: [t('layout.privacy')] }, t)}
      </p>
    )
  );
}

/** What is agreed to: pages that it links to open in a new tab, beside the step and what is filled in there. */
export function agreedText(text: ShownText, t: TFunction): ReactNode {
  if (typeof text === 'string') return text;
  const { tag, href = '' } = text;
  const parts = text.parts.map((part) => agreedText(part, t));
  if (!/^(https:|\/)/.test(href)) return createElement(tag, { href: text.href }, ...parts);
  const name = createElement('span', { className: 'unseen' }, ` ${t('rare:lead.new_tab')}`);
  return createElement(tag, { href, target: '_blank', rel: 'noopener' }, ...parts, name);
}
