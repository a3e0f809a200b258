import { ApiFailure, isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { contactCalls } from '../../site-calls.ts';

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
