import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FormContext, TextField, useFormState } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icon.tsx';
import { CODE_DIGITS } from '../../sessions/model/lifetimes.ts';

/** The field for the emailed code, once a response has said that it was sent. */
export function CodeStep() {
  const t = useTranslator();
  const state = useFormState();
  const { code: problem, ...others } = state.problems;
  const [isSent, setIsSent] = useState(false);
  const sent = t('account.change.codeSent');
  if (problem !== undefined && !isSent) setIsSent(true);
  if (!isSent) return null;
  return (
    <FormContext value={problem === sent ? { ...state, problems: others } : state}>
      <p role="status" className="flex items-start gap-2 rounded-md border border-verified bg-verified-ground p-3">
        <Icon name="mail" className="mt-0.5 size-5" />
        {sent}
      </p>
      <TextField
        name="code"
        label={t('account.change.code')}
        hint={t('account.change.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_DIGITS}
      />
    </FormContext>
  );
}
