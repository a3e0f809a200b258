import { Link } from 'react-router';
import type { DisplayPaymentStatus } from '#features/payments/model/payment.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import type { AdminOrderResponse } from '../model/admin-order-contract.ts';

/** What an order asks for, and the money that was received for it. */
export function OrderMoneyFacts({ order }: { order: AdminOrderResponse }) {
  const { plan, payments, cash_receipts: receipts, disputes } = order;
  const t = useTranslator();
  return (
    <>
      <Section title={t('admin.orders.plan')}>
        {plan.map((item) => (
          <Row
            key={item.id}
            amount={t('admin.orders.plan.paid', { paid: t.cents(item.paid_cents), amount: t.cents(item.amount_cents) })}
            below={t('orders.plan.dueOn', { day: t.utcDay(item.due_on) })}
          >
            {t(`orders.kind.${item.kind}`)} · {t(`orders.state.${item.state}`)}
          </Row>
        ))}
      </Section>
      <Section title={t('admin.orders.payments')}>
        {payments.length === 0 && <li className="text-ink-soft">{t('admin.orders.payments.none')}</li>}
        {payments.map((payment) => (
          <Row key={payment.id} amount={t.cents(payment.amount_cents)} below={<UtcTime time={payment.created_at} />}>
            <Link to={`${paths.paymentManagement}?view=${payment.id}`} className={TEXT_LINK}>
              {payment.transaction_id}
            </Link>{' '}
            <PaymentStatus status={payment.status} />
          </Row>
        ))}
      </Section>
      {disputes.length > 0 && (
        <Section title={t('admin.orders.disputes')}>
          {disputes.map((dispute) => (
            <Row key={dispute.id} amount={t.cents(dispute.cents)} below={<DisputeDates dispute={dispute} />}>
              {t('admin.orders.disputes.state', { state: dispute.state })}
              {' · '}
              <Link to={`${paths.paymentManagement}?view=${dispute.payment_id}`} className={TEXT_LINK}>
                {t('admin.orders.disputes.of')}{' '}
                {payments.find(({ id }) => id === dispute.payment_id)?.transaction_id ?? dispute.payment_id}
              </Link>
            </Row>
          ))}
        </Section>
      )}
      {receipts.length > 0 && (
        <Section title={t('admin.orders.cash')}>
          {receipts.map(({ id, method, cents, note, at, by }) => (
            <Row
              key={id}
              amount={t.cents(cents)}
              below={
                <>
                  <UtcTime time={at} />
                  {note && <span className="block">{note}</span>}
                </>
              }
            >
              {t('admin.orders.cash.by', { method: t(`admin.orders.cash.method.${method}`), name: by })}
            </Row>
          ))}
        </Section>
      )}
    </>
  );
}

function DisputeDates({ dispute }: { dispute: AdminOrderResponse['disputes'][number] }) {
  const t = useTranslator();
  const { closed_at: closedAt, evidence_due_at: dueAt, late, lost_cents: lostCents } = dispute;
  if (closedAt !== null)
    return (
      <>
        {t('admin.orders.disputes.ended')} <UtcTime time={closedAt} />{' '}
        {lostCents > 0 && t('admin.orders.disputes.lost', { lost: t.cents(lostCents) })}
      </>
    );
  if (dueAt === null) return t('admin.orders.disputes.noDeadline');
  return (
    <>
      {t('admin.orders.disputes.until')} <UtcTime time={dueAt} /> {late && t('admin.orders.disputes.late')}
    </>
  );
}

function PaymentStatus({ status }: { status: DisplayPaymentStatus }) {
  const t = useTranslator();
  return <StatusTag status={status}>{t(`admin.payments.status.${status}`)}</StatusTag>;
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{title}</h3>
      <ul className="grid">{children}</ul>
    </section>
  );
}

/** A line of money with its amount at the end. */
function Row({ amount, below, children }: { amount: string; below: React.ReactNode; children: React.ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-line border-b py-2">
      <span className="wrap-anywhere">{children}</span>
      <span className="figures text-end">{amount}</span>
      <span className="wrap-anywhere col-span-full text-ink-soft text-sm">{below}</span>
    </li>
  );
}
