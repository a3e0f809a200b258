import { useActionData, useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { type FormAction, type FormOutcome, outcomeOf } from '#lib/pages/form-action.ts';
import { paths } from '#paths.ts';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { notificationCalls } from '../../site-calls.ts';

/** Stops emails with the token of the page's URL. Mail programs also post here when their unsubscribe button is pressed (RFC 8058). */
export const stopAlerts: FormAction = async ({ api, url: { searchParams } }) => {
  const topic = searchParams.get('topic') ?? undefined;
  const body = { token: searchParams.get('token') ?? '', ...(topic !== undefined && { topic }) };
  return outcomeOf(await api.call(notificationCalls.stop, { body }));
};

/** Confirms an address, and opens its saved searches. */
export const confirmAlerts: FormAction = async ({ api, url: { searchParams } }) => {
  const body = { token: searchParams.get('token') ?? '' };
  const { key, ...response } = await api.call(notificationCalls.confirm, { body });
  return outcomeOf(response, key === undefined ? {} : { to: `${paths.savedSearches}?key=${key}` });
};

type AlertLinkProps = { title: MessageKey; text: MessageKey; send: MessageKey };

/** Landing page of an emailed link. Opening it changes nothing, because mail scanners open links too; a button acts. */
export function AlertLink({ title, text, send }: AlertLinkProps) {
  const t = useTranslator();
  const outcome = useActionData<FormOutcome>();
  const hasToken = useSearchParams()[0].has('token');
  return (
    <div className="mx-auto grid max-w-2xl justify-items-start gap-5 px-4 py-16 md:py-24">
      <h1 className="text-2xl">{t(title)}</h1>
      <p className="max-w-prose text-ink-soft text-lg">{t(hasToken ? text : 'alerts.link.missing')}</p>
      {hasToken && !outcome?.done && (
        <ActionForm>
          <SubmitButton busy={t('alerts.link.sending')}>{t(send)}</SubmitButton>
        </ActionForm>
      )}
      {outcome?.done && <p role="status">{outcome.message}</p>}
    </div>
  );
}
