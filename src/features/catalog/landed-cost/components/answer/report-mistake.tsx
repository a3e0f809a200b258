import { useId, useState } from 'react';
import { ruleOfficeCalls } from '#features/customs/office-calls.ts';
import { browserApi } from '#lib/api-client/browser-api.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';

const MAX_LENGTH = 2_000;

type ReportMistakeProps = { country: string; rule: string; listingId: number | null };

/** Tells the operator that a rule is wrong. Needs JavaScript, so it is hidden without it. */
export function ReportMistake({ country, rule, listingId }: ReportMistakeProps) {
  const t = useTranslator();
  const id = useId();
  const [text, setText] = useState('');
  const [state, setState] = useState<'open' | 'sending' | 'sent' | 'failed'>('open');
  const send = async (event: React.FormEvent) => {
    event.preventDefault();
    if (state === 'sending' || text.trim() === '') return;
    setState('sending');
    const body = { country, rule_id: rule, text, ...(listingId !== null && { listing_id: listingId }) };
    await browserApi.call(ruleOfficeCalls.reportMistake, { body }).then(
      () => setState('sent'),
      () => setState('failed'),
    );
  };
  if (state === 'sent') {
    return (
      <p role="status" className="flex min-h-11 items-center text-sm text-verified">
        {t('landed.mistake.sent')}
      </p>
    );
  }
  return (
    <details className="noscript:hidden">
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center text-link text-sm underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden">
        {t('landed.mistake')}
      </summary>
      <form onSubmit={send} className="grid max-w-prose justify-items-start gap-2 pb-3">
        <label htmlFor={id} className="font-semibold text-sm">
          {t('landed.mistake.label')}
        </label>
        <textarea
          id={id}
          value={text}
          required
          maxLength={MAX_LENGTH}
          rows={3}
          onChange={({ target }) => setText(target.value)}
          className="w-full rounded-md border border-line-strong bg-surface p-3"
        />
        {state === 'failed' && (
          <p role="alert" className="font-semibold text-danger text-sm">
            {t('landed.mistake.failed')}
          </p>
        )}
        <Button type="submit" aria-disabled={state === 'sending'}>
          {t('landed.mistake.send')}
        </Button>
      </form>
    </details>
  );
}
