import { useState } from 'react';
import { Link } from 'react-router';
import type { PaymentMethod } from '#features/gateways/model/payment-method.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { paths } from '#paths.ts';
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx';
import { Facts, SidePanel } from '#ui/admin/side-panel.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import type { AdminPaymentDetail } from '../model/admin-payment-contract.ts';
import type { PaymentDetailView } from './payment-actions.ts';
import { OrderTimeline } from './payment-timeline.tsx';
import { refundOffered, refundWaits, type ShownRefund } from './refund-action.ts';
import { RefundDialog } from './refund-dialog.tsx';

/** Side panel with a payment's facts, history and refund. */
export function PaymentPanel({ detail }: { detail: PaymentDetailView | null }) {
  const t = useTranslator();
  const [isRefunding, setRefunding] = useState(false);
  const [sent, setSent] = useState<ShownRefund | null>(null);
  const payment = detail?.payment;
  return (
    <>
      <SidePanel title={t('admin.payments.view.title')} open={detail !== null}>
        {detail && (
          <div className="grid gap-5">
            <PaymentFacts payment={detail.payment} />
            {detail.payment.refund_failed && (
              <p className="rounded-md border border-danger bg-danger-ground p-3 text-danger">
                {t('admin.payments.refundFailedText', { why: whyFailed(detail.payment) })}
              </p>
            )}
            {detail.payment.refundable > 0 && (
              <Button kind="danger" onClick={() => setRefunding(true)} className="noscript:hidden justify-self-start">
                {t('admin.payments.refund')}
              </Button>
            )}
            <Refunds payment={detail.payment} onSent={setSent} />
            <OrderTimeline history={detail.history} />
          </div>
        )}
      </SidePanel>
      {payment?.refunds.some((refund) => refundWaits(payment, refund)) && (
        <ConfirmDialog
          title={t('admin.payments.refundSent.title', { amount: t.dollars(sent?.amount ?? 0) })}
          text={t('admin.payments.refundSent.text')}
          open={sent !== null}
          onClose={() => setSent(null)}
          form="refund sent"
          values={{ payment: payment.id, refund: sent?.id ?? 0 }}
          confirm={t('admin.payments.refundSent')}
          busy={t('admin.payments.refundSent.saving')}
        >
          <TextField
            name="reference"
            label={t('admin.payments.refundSent.reference')}
            hint={t('admin.payments.refundSent.referenceHint')}
            maxLength={100}
            autoComplete="off"
          />
        </ConfirmDialog>
      )}
      {payment && (
        <RefundDialog
          payment={{
            id: payment.id,
            transaction: payment.transaction_id,
            ...refundOffered(payment),
          }}
          open={isRefunding}
          onClose={() => setRefunding(false)}
        />
      )}
    </>
  );
}

/** The provider's reason for the newest refund that failed. */
const whyFailed = ({ refunds }: AdminPaymentDetail) => refunds.findLast(({ failed }) => failed !== null)?.failed ?? '';

type RefundsProps = { payment: AdminPaymentDetail; onSent: (refund: ShownRefund) => void };

/** All refunds that we asked for, with what became of each. */
function Refunds({ payment, onSent }: RefundsProps) {
  const t = useTranslator();
  if (payment.refunds.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{t('admin.payments.refunds')}</h3>
      <ol className="grid gap-2">
        {payment.refunds.map((refund) => (
          <li key={refund.id} className="grid gap-1 rounded-md border border-line p-3">
            <p className="figures">{refundText(t, payment, refund)}</p>
            <p className="wrap-anywhere text-ink-soft text-sm">
              <UtcTime time={refund.asked_at} /> · {refund.reason}
            </p>
            {refundWaits(payment, refund) && (
              <Button kind="action" onClick={() => onSent(refund)} className="noscript:hidden justify-self-start">
                {t('admin.payments.refundSent')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function refundText(t: Translator, payment: AdminPaymentDetail, refund: ShownRefund): string {
  const amount = { amount: t.dollars(refund.amount) };
  if (refund.done) return t('admin.payments.field.refundDone', amount);
  if (refundWaits(payment, refund)) return t('admin.payments.field.refundToSend', amount);
  return t(refund.failed === null ? 'admin.payments.field.refundRunning' : 'admin.payments.field.refundNot', amount);
}

function PaymentFacts({ payment }: { payment: AdminPaymentDetail }) {
  const t = useTranslator();
  const { payment_status: status, card, captured_at: captured, booking_id: booking, car_id: car } = payment;
  const link = (to: string, text: number | null) =>
    text !== null && (
      <Link to={to} className={TEXT_LINK}>
        {text}
      </Link>
    );
  return (
    <Facts
      facts={[
        [t('admin.payments.column.transaction'), payment.transaction_id],
        [
          t('admin.payments.column.status'),
          <StatusTag key="status" status={status}>
            {t(`admin.payments.status.${status}`)}
          </StatusTag>,
        ],
        [t('admin.payments.column.amount'), t.dollars(payment.amount)],
        [t('admin.payments.field.total'), payment.total !== null && t.dollars(payment.total)],
        [t('admin.payments.column.method'), t(`admin.payments.method.${payment.payment_method as PaymentMethod}`)],
        [t('admin.payments.field.card'), card && t('admin.payments.field.cardText', card)],
        [t('admin.payments.column.user'), link(`${paths.userManagement}?view=${payment.user_id}`, payment.user_id)],
        [t('admin.payments.field.email'), payment.contact_email],
        [t('admin.payments.field.car'), link(`${paths.carManagement}?view=${car}`, car)],
        [t('admin.payments.field.booking'), link(`${paths.bookingManagement}?view=${booking}`, booking)],
        [t('admin.payments.field.order'), link(`${paths.adminOrders}?view=${payment.order_id}`, payment.order_id)],
        [t('admin.payments.column.date'), <UtcTime key="date" time={payment.date_of_payment} />],
        [t('admin.payments.field.captured'), captured && <UtcTime time={captured} />],
        [t('admin.payments.field.givenBack'), payment.given_back > 0 && t.dollars(payment.given_back)],
      ]}
    />
  );
}
