import { Fragment } from 'react';
import { useSite } from '../site.ts';

/** A text in which the company's address, wherever it stands, can be tapped to write an email. */
export function TextWithEmail({ children }: { readonly children: string }) {
  const { email } = useSite().company;
  return children.split(email).map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && <a href={`mailto:${email}`}>{email}</a>}
      {piece}
    </Fragment>
  ));
}
