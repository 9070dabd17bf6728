import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useLocation } from 'react-router';

interface Props {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link to another form that takes along the e-mail that was typed into this one, outside the address. */
export function LinkWithEmail({ to, children }: Props) {
  const email = useWatch<{ email: string }>({ name: 'email' });
  return (
    <Link to={to} state={{ email }}>
      {children}
    </Link>
  );
}

/** The e-mail that a `LinkWithEmail` brought here, as values to begin a form with. */
export function useCarriedEmail(): { readonly email?: string } {
  const { email } = (useLocation().state ?? {}) as { readonly email?: unknown };
  return typeof email === 'string' && email !== '' ? { email } : {};
}
