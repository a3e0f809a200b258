import { useId, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '../icon.tsx';
import { FormField, INPUT, useInputState } from './fields.tsx';

type PasswordFieldProps = {
  name: string;
  label: string;
  hint?: string;
  autoComplete: 'current-password' | 'new-password';
};

/** A password field with a button to show the text. The server never sends the value back. */
export function PasswordField({ name, label, hint, autoComplete }: PasswordFieldProps) {
  const t = useTranslator();
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <FormField id={id} name={name} label={label} hint={hint}>
      <div className="relative">
        <input
          {...useInputState({ id, name, hint })}
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={`${INPUT} pe-13`}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-controls={id}
          aria-label={t('ui.password.show')}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0.5 end-0.5 grid w-11 place-items-center rounded-md text-ink-soft hover:text-ink noscript:hidden"
        >
          <Icon name={shown ? 'hidden' : 'eye'} />
        </button>
      </div>
    </FormField>
  );
}
