import { useEffect, useRef, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
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

/** Validation results of the changed fields; null means valid. */
type FieldErrors = Partial<Record<ContactField, MessageKey | null>>;

/** Validates on every change: a valid field gets a green border, an invalid one a red border and its message. */
function ContactFields() {
  const t = useTranslator();
  const form = useFormState();
  const box = useRef<HTMLDivElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  useEffect(() => {
    const formElement = box.current?.closest('form');
    const clear = () => setErrors({});
    formElement?.addEventListener('reset', clear);
    return () => formElement?.removeEventListener('reset', clear);
  }, []);
  const check = ({ target }: React.FormEvent) => {
    const { name, form: formElement } = target as HTMLInputElement;
    const found = formElement && contactProblems(Object.fromEntries(new FormData(formElement)));
    setErrors((previous) => ({ ...previous, [name]: found?.[name] ?? null }));
  };
  const messages = Object.entries(errors).flatMap(([name, messageKey]) => (messageKey ? [[name, t(messageKey)]] : []));
  const problems = { ...Object.fromEntries(messages), ...form.problems };
  const field = (name: ContactField) => ({
    name,
    label: t(`contact.${name}`),
    required: true,
    maxLength: MAX_LENGTH[name],
    defaultValue: form.values[name],
    'data-fine': (errors[name] === null && problems[name] === undefined) || undefined,
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
        <TextAreaField {...field('message')} rows={7} isPublic />
      </div>
    </FormContext>
  );
}
