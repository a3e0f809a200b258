import { ConfigError } from '#lib/config-error.ts';
import type { ContactMessage } from '../model/contact-forms.ts';

type SendServiceSettings = {
  url: string;
  userId: string | undefined;
  serviceId: string | undefined;
  templateId: string | undefined;
};

/** Hands one message over; rejects when it was not taken. */
export type Forward = (message: ContactMessage) => Promise<void>;

/** The version of the service's own library whose payload this is. */
const LIB_VERSION = '4.4.1';
const MAX_DURATION_MS = 10_000;

/** Messages by a third party's mail-sending service, in the payload that its library sends. */
export function sendService({ url, userId, serviceId, templateId }: SendServiceSettings): Forward {
  if (!userId) throw new ConfigError('The user id is required: set SEND_SERVICE_USER_ID.');
  if (!serviceId) throw new ConfigError('The service id is required: set SEND_SERVICE_ID.');
  if (!templateId) throw new ConfigError('The template id is required: set SEND_SERVICE_TEMPLATE_ID.');
  const ids = { lib_version: LIB_VERSION, user_id: userId, service_id: serviceId, template_id: templateId };
  return async ({ from_name, from_email, subject, message }) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...ids, template_params: { from_name, from_email, subject, message } }),
      redirect: 'error',
      signal: AbortSignal.timeout(MAX_DURATION_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the send service answered ${answer.status}`);
  };
}
