import { useId, useState } from 'react';
import { mistakeCalls } from '#features/customs/customs-calls.ts';
import { browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';

const MAX_LENGTH = { text: 2_000, email: 254 };
const FIELD = 'w-full rounded-md border border-line-strong bg-surface px-3 aria-invalid:border-danger';

type ReportMistakeProps = {
  country: string;
  /** Null for a report about the country. */
  rule: string | null;
  listingId: number | null;
};

type State = { step: 'open' | 'sending' | 'sent'; problem: string | null; email: string };

/** Tells the operator that a rule is wrong. Needs JavaScript, so it is hidden without it. */
export function ReportMistake({ country, rule, listingId }: ReportMistakeProps) {
  const t = useTranslator();
  const id = useId();
  const [{ step, problem, email }, setState] = useState<State>({ step: 'open', problem: null, email: '' });
  const send = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const typed = (name: string) => String(form.get(name) ?? '').trim();
    const [text, contact] = [typed('text'), typed('contact')];
    if (step === 'sending' || text === '') return;
    setState({ step: 'sending', problem: null, email: contact });
    const body = {
      ...{ country, text, website: typed('website') },
      ...(rule !== null && { rule_id: rule }),
      ...(contact !== '' && { contact }),
      ...(listingId !== null && { listing_id: listingId }),
    };
    await browserApi.call(mistakeCalls.report, { body }).then(
      () => setState({ step: 'sent', problem: null, email: contact }),
      (error: unknown) => {
        const refused = isApiFailure(error) ? (error.fields.contact ?? error.fields.text ?? null) : null;
        setState({ step: 'open', problem: refused ?? t('landed.mistake.failed'), email: contact });
      },
    );
  };
  if (step === 'sent') {
    return (
      <p role="status" className="flex min-h-11 items-center text-sm text-verified">
        {email === '' ? t('landed.mistake.sent') : t('landed.mistake.answered', { email })}
      </p>
    );
  }
  return (
    <details className="noscript:hidden">
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center text-link text-sm underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden">
        {t(rule === null ? 'landed.mistake.country' : 'landed.mistake')}
      </summary>
      <form onSubmit={send} className="grid max-w-prose justify-items-start gap-2 pb-3">
        <label htmlFor={`${id}-text`} className="font-semibold text-sm">
          {t('landed.mistake.label')}
        </label>
        <textarea
          id={`${id}-text`}
          name="text"
          required
          maxLength={MAX_LENGTH.text}
          rows={3}
          className={`${FIELD} py-3`}
        />
        <label htmlFor={`${id}-contact`} className="font-semibold text-sm">
          {t('landed.mistake.email')}
        </label>
        <input
          id={`${id}-contact`}
          name="contact"
          type="email"
          autoComplete="email"
          maxLength={MAX_LENGTH.email}
          className={`${FIELD} h-11`}
        />
        {/* Programs fill every field; people do not see this one. */}
        <input name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" hidden />
        {problem && (
          <p role="alert" className="font-semibold text-danger text-sm">
            {problem}
          </p>
        )}
        <Button type="submit" aria-disabled={step === 'sending'}>
          {t('landed.mistake.send')}
        </Button>
      </form>
    </details>
  );
}
