import { useState } from 'react';
import { browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FORM_NAME } from '#lib/pages/form-name.ts';
import { showToast } from '#lib/pages/toast-store.ts';
import { paths } from '#paths.ts';
import { newsletterCalls } from '../../site-calls.ts';

/** Shows its result in place; without scripts, on the newsletter confirmation page. */
export function NewsletterForm() {
  const t = useTranslator();
  const [sending, setSending] = useState(false);
  const subscribe = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setSending(true);
    try {
      const email = String(new FormData(form).get('email'));
      const { message } = await browserApi.call(newsletterCalls.subscribe, { body: { email } });
      form.reset();
      showToast(message);
    } catch (error) {
      const wrong = isApiFailure(error) ? error.fields.email : undefined;
      showToast(wrong ?? t('shell.footer.subscribeFailed'), 'failed');
    } finally {
      setSending(false);
    }
  };
  return (
    <form method="post" action={paths.confirmNewsletter} onSubmit={subscribe}>
      <input type="hidden" name={FORM_NAME} value="subscribe" />
      <label htmlFor="newsletter-email" className="font-semibold">
        {t('shell.footer.newsletter')}
      </label>
      <div className="mt-2 flex max-w-md gap-2">
        <input
          id="newsletter-email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          placeholder={t('shell.footer.email')}
          className="min-h-11 w-0 min-w-0 grow rounded-md border border-on-quay-soft bg-transparent px-3 text-on-quay placeholder:text-on-quay-soft"
        />
        <button
          type="submit"
          disabled={sending}
          className="min-h-11 rounded-md bg-on-quay px-4 font-semibold text-quay-ink hover:underline disabled:opacity-60"
        >
          {t('shell.footer.subscribe')}
        </button>
      </div>
    </form>
  );
}
