import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { TitledSection } from '#ui/titled-section.tsx';
import type { RefundStep } from '../model/payment.ts';
import type { OrderRefund } from '../model/payment-contract.ts';

const TONE: Record<RefundStep, string> = {
  car: 'text-waiting',
  check: 'text-waiting',
  account: 'text-danger',
  account_waits: 'text-waiting',
  ready: 'text-waiting',
  sending: 'text-waiting',
  sent: 'text-verified',
  failed: 'text-danger',
};

/** Lists the buyer's refunds with amount, state and next step. Renders nothing without refunds. */
export function RefundList({ refunds }: { refunds: OrderRefund[] }) {
  const t = useTranslator();
  if (refunds.length === 0) return null;
  const asksForAccount = refunds.some((refund) => refund.step === 'account' || isToCheck(refund));
  return (
    <TitledSection title={t('refunds.title')}>
      <ul className="grid gap-4">
        {refunds.map((refund) => (
          <li key={refund.id} className="grid gap-1">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="figures font-semibold text-lg">{t.cents(refund.amount_cents)}</span>
              <span className={`font-semibold ${TONE[refund.step]}`}>{stateText(t, refund)}</span>
            </p>
            <p className="wrap-anywhere max-w-prose text-ink-soft">{nextText(t, refund)}</p>
            {refund.step === 'sent' && refund.reference && (
              <p className="wrap-anywhere text-ink-soft text-sm">
                {t('refunds.reference', { reference: refund.reference })}
              </p>
            )}
          </li>
        ))}
      </ul>
      {asksForAccount && (
        <LinkButton to={paths.payoutAccount} kind="action" className="justify-self-start">
          {t('refunds.enterAccount')}
        </LinkButton>
      )}
    </TitledSection>
  );
}

/** Returns whether the bank returned the transfer, so that the buyer has to give another account. */
const isToCheck = ({ step, by_transfer: byTransfer, is_repeated: isRepeated }: OrderRefund) =>
  step === 'failed' && byTransfer && !isRepeated;

const stateText = (t: Translator, { step, by_transfer: byTransfer }: OrderRefund) =>
  t(step === 'failed' && !byTransfer ? 'refunds.step.notSent' : `refunds.step.${step}`);

function nextText(t: Translator, refund: OrderRefund): string {
  const { step, by_transfer: byTransfer, account_end: end } = refund;
  const timeOf = (time: string | null) => (time === null ? '' : t.utcTime(time));
  switch (step) {
    case 'account_waits':
      return t('refunds.next.account_waits', { end: end ?? '', time: timeOf(refund.account_at) });
    case 'ready':
      return t('refunds.next.ready', { end: end ?? '', time: timeOf(refund.ready_at) });
    case 'sending':
      return t('refunds.next.sending', { time: timeOf(refund.asked_at) });
    case 'sent':
      if (!byTransfer) return t('refunds.next.sentByProvider', { time: timeOf(refund.sent_at) });
      return end === null
        ? t('refunds.next.sent', { time: timeOf(refund.sent_at) })
        : t('refunds.next.sentTo', { time: timeOf(refund.sent_at), end });
    case 'failed':
      if (refund.is_repeated) return t('refunds.next.repeated');
      return t(byTransfer ? 'refunds.next.returned' : 'refunds.next.failed');
    default:
      return t(`refunds.next.${step}`);
  }
}
