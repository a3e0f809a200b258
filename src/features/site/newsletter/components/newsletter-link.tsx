import { useEffect, useRef } from 'react';
import { Form, useActionData, useNavigation, useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import type { FormAction, FormOutcome } from '#lib/pages/form-action.ts';
import { paths } from '#paths.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { newsletterCalls } from '../../site-calls.ts';

/** Form action of the newsletter without JavaScript, and actions of the landing pages of its emails. */

export const subscribe: FormAction = async ({ api, values: { email = '' } }) => {
  const { message } = await api.call(newsletterCalls.subscribe, { body: { email } });
  return { done: true, message };
};

/** Posts the token of the page URL to a call. */
const byLink =
  (call: 'confirm' | 'unsubscribe'): FormAction =>
  async ({ api, url }) => {
    const token = url.searchParams.get('token') ?? '';
    // Without `outcomeOf`, because articles share this file and would load the code of forms.
    const { flag, message } = await api.call(newsletterCalls[call], { body: { token } });
    return { done: flag === '1', message };
  };

export const confirmSubscription = byLink('confirm');
export const unsubscribe = byLink('unsubscribe');

type NewsletterLinkProps = { title: MessageKey; text: MessageKey; send: MessageKey };

/** Landing page of an emailed link. Opening it changes nothing, because mail scanners open links too; a button acts. */
export function NewsletterLink({ title, text, send }: NewsletterLinkProps) {
  const t = useTranslator();
  const outcome = useActionData<FormOutcome>();
  const sending = useNavigation().state !== 'idle';
  const submitted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response allows another submission
  useEffect(() => {
    submitted.current = false;
  }, [outcome]);
  const preventDoubleSubmit = (event: React.FormEvent) => {
    if (submitted.current) event.preventDefault();
    submitted.current = true;
  };
  const hasToken = useSearchParams()[0].has('token');
  return (
    <div className="mx-auto grid max-w-2xl justify-items-start gap-5 px-4 py-16 md:py-24">
      <h1 className="text-2xl">{t(title)}</h1>
      <p role="status" className="max-w-prose text-ink-soft text-lg">
        {outcome?.fields?.email ?? outcome?.message ?? t(hasToken ? text : 'newsletter.link.missing')}
      </p>
      {hasToken && !outcome?.done && (
        <Form method="post" onSubmit={preventDoubleSubmit}>
          <Button type="submit" kind="action" disabled={sending}>
            {t(sending ? 'newsletter.link.sending' : send)}
          </Button>
        </Form>
      )}
      {outcome?.done && <LinkButton to={paths.explore}>{t('newsletter.link.onward')}</LinkButton>}
    </div>
  );
}
