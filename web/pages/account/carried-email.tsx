import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';

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

/**
 * The e-mail that a `LinkWithEmail` brought here, as values to begin a form with. It is read once: who comes back here by
 * the browser's history may be somebody else.
 */
export function useCarriedEmail(): { readonly email?: string } {
  const location = useLocation();
  const navigate = useNavigate();
  const [carried] = useState(() => emailIn(location.state));
  const isRead = useRef(carried === undefined);
  useEffect(() => {
    if (isRead.current) return;
    isRead.current = true;
    void navigate(location, { replace: true, state: null });
  });
  return carried === undefined ? {} : { email: carried };
}

function emailIn(state: unknown): string | undefined {
  const { email } = (state ?? {}) as { readonly email?: unknown };
  return typeof email === 'string' && email !== '' ? email : undefined;
}
