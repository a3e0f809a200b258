import { Link } from 'react-router';
import type { DisplayPaymentStatus } from '#features/payments/payments/model/payment.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { AdminOrderResponse } from '../model/admin-order-contract.ts';

/** What an order asks for, and the money that was received for it. */
export function OrderMoneyFacts({ order }: { order: AdminOrderResponse }) {
  const { plan, payments, cash_receipts: receipts, disputes, money_moves: moves } = order;
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
      {moves.length > 0 && (
        <Section title={t('admin.orders.moved')}>
          {moves.map((move) => (
            <MoneyMove key={move.key} orderId={order.id} move={move} />
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

type MoneyMoveProps = { orderId: number; move: AdminOrderResponse['money_moves'][number] };

/** Money that was moved to or from another order. A move to another one can be undone. */
function MoneyMove({ orderId, move }: MoneyMoveProps) {
  const t = useTranslator();
  const { key, cents, other, reason, by, at, is_undo: isUndo, is_undone: isUndone } = move;
  return (
    <Row
      amount={t.cents(cents)}
      below={
        <>
          <UtcTime time={at} /> · {by}
          <span className="block">{reason}</span>
          {isUndone && <span className="block text-waiting">{t('admin.orders.moved.undone')}</span>}
          {cents < 0 && !isUndo && !isUndone && (
            <details>
              <summary className={`${TEXT_LINK} inline-flex min-h-11 cursor-pointer items-center`}>
                {t('admin.orders.moved.undo')}
              </summary>
              <ActionForm name="order move undo" className="grid gap-3 pb-2">
                <input type="hidden" name="id" value={orderId} />
                <input type="hidden" name="key" value={key} />
                <p>{t('admin.orders.moved.undo.text', { number: other.number })}</p>
                <TextField
                  name="reason"
                  label={t('admin.orders.moved.undo.reason')}
                  autoComplete="off"
                  maxLength={500}
                  required
                />
                <SubmitButton kind="danger" busy={t('admin.orders.take.saving')}>
                  {t('admin.orders.moved.undo')}
                </SubmitButton>
              </ActionForm>
            </details>
          )}
        </>
      }
    >
      {t(cents < 0 ? 'admin.orders.moved.to' : 'admin.orders.moved.from')}{' '}
      <Link to={`${paths.adminOrders}?view=${other.id}`} className={TEXT_LINK}>
        {other.number}
      </Link>
    </Row>
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
      <div className="wrap-anywhere col-span-full text-ink-soft text-sm">{below}</div>
    </li>
  );
}

/** Who moved an order, when and why, the newest first. */
export function OrderHistory({ order: { moves } }: { order: AdminOrderResponse }) {
  const t = useTranslator();
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{t('admin.orders.moves')}</h3>
      <ol className="grid gap-0 border-line-strong border-s-2">
        {[...moves].reverse().map(({ to, name, reason, at }) => (
          <li key={at} className="relative grid gap-0.5 py-2 ps-4">
            <span aria-hidden="true" className="absolute -start-1.25 top-4 size-2 rounded-full bg-line-strong" />
            <p className="font-semibold">{t(`orders.history.${to}`)}</p>
            <p className="wrap-anywhere">{reason}</p>
            <p>{t('admin.orders.moves.by', { name: name ?? t('admin.orders.moves.system') })}</p>
            <p className="text-ink-soft text-sm">
              <UtcTime time={at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
