import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { OFFICE } from '../model/thread.ts';
import { MessageTextField, PhraseField } from './message-fields.tsx';

type AskFormProps = {
  /** The id of the car, or the office. */
  about: number | typeof OFFICE;
  isGuest: boolean;
};

/** Four fields: a phrase, words, and for guests who asks. After sending, a guest is told to open the email. */
export function AskForm({ about, isGuest }: AskFormProps) {
  const t = useTranslator();
  const [sent, setSent] = useState<string | null>(null);
  if (sent !== null) {
    return (
      <p role="status" className="rounded-md border border-verified bg-verified-ground p-4 text-verified">
        {sent}
      </p>
    );
  }
  return (
    <ActionForm onDone={({ message }) => setSent(message ?? null)}>
      {about !== OFFICE && <PhraseField side="buyer" />}
      <MessageTextField
        label={t('threads.write')}
        hint={about === OFFICE ? undefined : t('threads.write.hint')}
        place={`question ${about}`}
      />
      {isGuest && (
        <>
          <TextField name="name" label={t('threads.ask.name')} autoComplete="name" maxLength={100} required />
          <TextField
            name="email"
            label={t('threads.ask.email')}
            hint={t('threads.ask.email.hint')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            required
          />
        </>
      )}
      <SubmitButton busy={t('threads.sending')} className="md:justify-self-start">
        {t('threads.ask.send')}
      </SubmitButton>
    </ActionForm>
  );
}
