import { useEffect, useRef, useState } from 'react';
import { ApiFailure, isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { paths } from '#paths.ts';
import { LinkButton, OutsideLinkButton } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { FormContext, TextAreaField, TextField, useFormState } from '#ui/forms/fields.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { contactCalls } from '../../site-calls.ts';
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

/** Other ways to get help, next to the form. */
export function ContactOptions({ chat }: { chat: string }) {
  const t = useTranslator();
  return (
    <section aria-label={t('contact.ways')}>
      <ul className="grid gap-4">
        <Option icon="chat" title={t('contact.chat.title')} text={t('contact.chat.text')}>
          <OutsideLinkButton href={chat}>{t('content.chat')}</OutsideLinkButton>
        </Option>
        <Option icon="ship" title={t('contact.guide.title')} text={t('contact.guide.text')}>
          <LinkButton to={paths.blogs}>{t('contact.guide.link')}</LinkButton>
        </Option>
        <Option icon="tag" title={t('contact.car.title')} text={t('contact.car.text')}>
          <LinkButton to={paths.explore}>{t('contact.car.link')}</LinkButton>
        </Option>
      </ul>
    </section>
  );
}

type OptionProps = { icon: IconName; title: string; text: string; children: React.ReactNode };

function Option({ icon, title, text, children }: OptionProps) {
  return (
    <li className="grid justify-items-start gap-2 rounded-lg border border-line bg-surface p-5">
      <h2 className="flex items-center gap-2 text-lg">
        <Icon name={icon} className="size-6 text-link" />
        {title}
      </h2>
      <p className="text-ink-soft">{text}</p>
      <div className="mt-1">{children}</div>
    </li>
  );
}

const FIELDS: Record<string, string> = { from_name: 'name', from_email: 'email' };
const TOO_MANY = 429;

export const sendMessage: FormAction = async ({
  api,
  t,
  values: { name = '', email = '', subject = '', message = '' },
}) => {
  try {
    const body = { from_name: name, from_email: email, subject, message };
    return { done: true, message: (await api.call(contactCalls.send, { body })).message };
  } catch (error) {
    if (isApiFailure(error)) throw withFormMessage(error, t);
    if (isNetworkError(error)) return { done: false, message: t('contact.failed') };
    throw error;
  }
};

/** Keeps the messages of invalid fields and of the rate limit; replaces all others by a general one. */
function withFormMessage({ status, code, message, fields }: ApiFailure, t: Translator): ApiFailure {
  return new ApiFailure(status, {
    code,
    message: status === TOO_MANY ? message : t('contact.failed'),
    fields: Object.fromEntries(Object.entries(fields).map(([name, why]) => [FIELDS[name] ?? name, why])),
  });
}
