import { useState } from 'react';
import { Link } from 'react-router';
import type { PaymentMethod } from '#features/payments/gateways/model/charge.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Facts, SidePanel } from '#ui/admin/side-panel.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { AdminPaymentDetail } from '../model/admin-payment-contract.ts';
import { type PaymentDetailView, refundOffered } from './payment-actions.ts';
import { RefundDialog, usePaymentRefunds } from './payment-refunds.tsx';
import { OrderTimeline } from './payment-timeline.tsx';

/** Side panel with a payment's facts, history and refund. */
export function PaymentPanel({ detail }: { detail: PaymentDetailView | null }) {
  const t = useTranslator();
  const [isRefunding, setRefunding] = useState(false);
  const payment = detail?.payment;
  const { list, dialogs } = usePaymentRefunds(payment);
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
            {list}
            <OrderTimeline history={detail.history} />
          </div>
        )}
      </SidePanel>
      {dialogs}
      {payment && (
        <RefundDialog
          payment={{
            id: payment.id,
            transaction: payment.transaction_id,
            ...refundOffered(payment),
          }}
          second={{ alone: payment.refund_alone, why: payment.refund_second }}
          open={isRefunding}
          onClose={() => setRefunding(false)}
        />
      )}
    </>
  );
}

/** The provider's reason for the newest refund that failed. */
const whyFailed = ({ refunds }: AdminPaymentDetail) => refunds.findLast(({ failed }) => failed !== null)?.failed ?? '';

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
