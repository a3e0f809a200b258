import { ConfigError } from '#lib/config-error.ts';
import type { ContactMessage } from '../model/contact-forms.ts';

type SendServiceSettings = {
  url: string;
  userId: string | undefined;
  serviceId: string | undefined;
  templateId: string | undefined;
};

/** Forwards one message. Rejects unless the service accepted it. */
export type Forward = (message: ContactMessage) => Promise<void>;

/** Version of the service's library whose payload format is used. */
const LIB_VERSION = '4.4.1';
const MAX_DURATION_MS = 10_000;

/** Forwards through a third-party email service, in the payload format of its library. Throws on missing settings. */
export function sendService({ url, userId, serviceId, templateId }: SendServiceSettings): Forward {
  if (!userId) throw new ConfigError('The user id is required: set SEND_SERVICE_USER_ID.');
  if (!serviceId) throw new ConfigError('The service id is required: set SEND_SERVICE_ID.');
  if (!templateId) throw new ConfigError('The template id is required: set SEND_SERVICE_TEMPLATE_ID.');
  const ids = { lib_version: LIB_VERSION, user_id: userId, service_id: serviceId, template_id: templateId };
  return async ({ from_name, from_email, subject, message }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...ids, template_params: { from_name, from_email, subject, message } }),
      redirect: 'error',
      signal: AbortSignal.timeout(MAX_DURATION_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the send service answered ${response.status}`);
  };
}
