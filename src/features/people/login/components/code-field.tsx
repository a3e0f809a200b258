import { TextField } from '#ui/forms/text-field.tsx';

/** Field for the code of an authenticator app or a recovery code. */
export function CodeField({ label, hint }: { label: string; hint?: string }) {
  return (
    <TextField
      name="code"
      label={label}
      hint={hint}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
    />
  );
}
