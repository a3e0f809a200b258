import { useEffect, useRef, useState } from 'react';
import type { MessageId } from '#lib/i18n/messages.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { FormContext, useFormState } from '#ui/forms/form-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { type ContactField, contactProblems, MAX_LENGTH } from '../model/contact-forms.ts';

export function ContactForm() {
  const t = useTranslator();
  return (
    <ActionForm check={contactProblems}>
      <p className="text-ink-soft">{t('contact.required')}</p>
      <ContactFields />
      <SubmitButton busy={t('contact.sending')} className="justify-self-start">
        {t('contact.send')}
      </SubmitButton>
    </ActionForm>
  );
}

/** What was found about the fields that the person has changed: null when there is nothing wrong. */
type Findings = Partial<Record<ContactField, MessageId | null>>;

/** The fields, checked at every change: a fine one gets a green edge, a wrong one a red edge and its sentence. */
function ContactFields() {
  const t = useTranslator();
  const form = useFormState();
  const box = useRef<HTMLDivElement>(null);
  const [findings, setFindings] = useState<Findings>({});
  useEffect(() => {
    const owner = box.current?.closest('form');
    const forget = () => setFindings({});
    owner?.addEventListener('reset', forget);
    return () => owner?.removeEventListener('reset', forget);
  }, []);
  const check = ({ target }: React.FormEvent) => {
    const { name, form: owner } = target as HTMLInputElement;
    const found = owner && contactProblems(Object.fromEntries(new FormData(owner)));
    setFindings((before) => ({ ...before, [name]: found?.[name] ?? null }));
  };
  const typed = Object.entries(findings).flatMap(([name, messageKey]) => (messageKey ? [[name, t(messageKey)]] : []));
  const problems = { ...Object.fromEntries(typed), ...form.problems };
  const field = (name: ContactField) => ({
    name,
    label: t(`contact.${name}`),
    required: true,
    maxLength: MAX_LENGTH[name],
    defaultValue: form.values[name],
    'data-fine': (findings[name] === null && problems[name] === undefined) || undefined,
  });
  return (
    <FormContext value={{ ...form, problems }}>
      <div
        ref={box}
        onInput={check}
        className="grid grid-cols-1 gap-5 **:data-fine:border-2 **:data-fine:border-verified"
      >
        <TextField {...field('name')} autoComplete="name" />
        <TextField
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField {...field('subject')} />
        <TextAreaField {...field('message')} rows={7} />
      </div>
    </FormContext>
  );
}
