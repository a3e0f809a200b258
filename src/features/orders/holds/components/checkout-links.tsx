import { useState } from 'react';
import { browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { waitingCalls } from '../../orders-calls.ts';

/** Links to the bank-transfer page from the payment methods. */
export function TransferLink({ to }: { to: string }) {
  const t = useTranslator();
  return (
    <div className="grid gap-4">
      <p className="max-w-prose">{t('transfers.offer')}</p>
      <LinkButton to={to} kind="action" className="min-h-12 text-center text-lg">
        {t('transfers.offer.link')}
      </LinkButton>
    </div>
  );
}

/** Subscribes the user to an email about a car that another buyer holds. */
export function WaitButton({ listingId }: { listingId: number }) {
  const t = useTranslator();
  const [state, setState] = useState<'idle' | 'sending' | 'waiting'>('idle');
  const ask = async () => {
    setState('sending');
    try {
      await browserApi.call(waitingCalls.ask, { params: { id: listingId } });
      setState('waiting');
    } catch (error) {
      setState('idle');
      showToast(isApiFailure(error) ? error.message : t('ui.unreachable'), 'failed');
    }
  };
  if (state === 'waiting') return <p role="status">{t('transfers.wait.done')}</p>;
  return (
    <Button type="button" aria-disabled={state === 'sending' || undefined} onClick={() => state === 'idle' && ask()}>
      {t('transfers.wait')}
    </Button>
  );
}
