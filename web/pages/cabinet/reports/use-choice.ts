import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readChoice, writeChoice, type Choice } from './choice.ts';

/** What is looked at, from the address and into it. A change is no step of its own for Back. */
export function useChoice(): { readonly choice: Choice; readonly change: (changed: Partial<Choice>) => void } {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [choice, setChoice] = useState(() => readChoice(search));
  const change = (changed: Partial<Choice>) => {
    const next = { ...choice, ...changed };
    setChoice(next);
    void navigate({ pathname, search: writeChoice(next) }, { replace: true });
  };
  return { choice, change };
}
