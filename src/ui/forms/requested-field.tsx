import { useEffect, useRef, useState } from 'react';
import { useFormState } from './form-field.tsx';

/** Hides a field until a response names a problem with it. Then the field stays, and each such response focuses it. */
export function RequestedField({ name, children }: { name: string; children: React.ReactNode }) {
  const { [name]: problem } = useFormState().problems;
  const [isRequested, setIsRequested] = useState(problem !== undefined);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem === undefined) return;
    setIsRequested(true);
    field.current?.querySelector('input')?.focus();
  }, [problem]);
  if (!isRequested && problem === undefined) return null;
  return <div ref={field}>{children}</div>;
}
