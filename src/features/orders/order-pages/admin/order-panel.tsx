import { useState } from 'react';
import { Link } from 'react-router';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { type CashAct, CashDialog, cashActions } from '#features/orders/billing/admin/cash-dialog.tsx';
import { documentTitle } from '#features/orders/billing/components/order-documents.tsx';
import { MoveMoney, moneyMoveActions } from '#features/orders/holds/admin/move-money.tsx';
import { adminOrderCalls } from '#features/orders/office-calls.ts';
import type {
  AdminOrderResponse,
  AdminOrdersResponse,
  QueueCounts,
} from '#features/orders/order-pages/model/admin-order-contract.ts';
import { CASH_METHODS } from '#features/orders/orders/model/order.ts';
import { chargeKindsOf, MAX_RENTAL_CENTS } from '#features/orders/orders/model/rental-money.ts';
import { ChargeDialog, type ChargeProposal } from '#features/orders/rental-charges/admin/charge-dialog.tsx';
import { ChargeList, SecurityFacts } from '#features/orders/rental-charges/components/rental-money.tsx';
import { ImportAnswers } from '#features/payments/destinations/admin/import-answers.tsx';
import { LossForm, ReturnForm } from '#features/payments/order-acts/admin/return-form.tsx';
import { RefusedAct } from '#features/payments/order-acts/components/act-answers.tsx';
import type { OrderAct } from '#features/payments/order-acts/model/act-list.ts';
import { reasonOf } from '#features/payments/payments/admin/payment-actions.ts';
import { RentalFacts } from '#features/payments/rental-offers/components/rental-hours.tsx';
import { adminDocumentCalls } from '#features/site/office-calls.ts';
import { href } from '#lib/api-client/api-call.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import type { LoadInput } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx';
import { queryFrom } from '#ui/admin/list-page.tsx';
import { Facts, SidePanel } from '#ui/admin/side-panel.tsx';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { OrderHistory, OrderMoneyFacts } from './order-history.tsx';
import { OrderWait } from './order-wait.tsx';

type Action = 'payment' | 'cashReturn' | 'taken' | 'returned' | 'charge' | 'complete' | 'revive' | 'move';

type OrderPanelProps = {
  order: AdminOrderResponse | null;
  /** Further actions of other features. */
  actions?: React.ReactNode;
  /** Charges that the handovers of a rental suggest. */
  charges?: ChargeProposal[];
  /** More facts, such as the destination. */
  children?: React.ReactNode;
};

const carNames = ({ cars }: AdminOrderResponse) =>
  cars.map((car) => ({ listing_id: car.listing_id, name: listingName({ ...car, trim: null }) }));

/** Side panel with an order's facts, money, documents, history and actions. */
export function OrderPanel({ order, actions, charges = [], children }: OrderPanelProps) {
  const t = useTranslator();
  const [action, setAction] = useState<Action | null>(null);
  const dialog = (name: typeof action) => ({ open: action === name, onClose: () => setAction(null) });
  const number = order?.number ?? '';
  const answer = (act: OrderAct) => order?.acts.find((each) => each.act === act);
  return (
    <>
      <SidePanel title={t('admin.orders.view.title', { number })} open={order !== null}>
        {order && (
          <div className="grid gap-5">
            <OrderFacts order={order} />
            <div className="flex flex-wrap gap-2 noscript:hidden">
              {order.life === 'active' && order.money.open_cents > 0 && (
                <Button kind="action" onClick={() => setAction('payment')}>
                  {t('admin.orders.take')}
                </Button>
              )}
              {answer('complete')?.may === 'yes' && (
                <Button onClick={() => setAction('complete')}>{t('admin.orders.complete')}</Button>
              )}
              {answer('revive')?.may === 'yes' && (
                <Button onClick={() => setAction('revive')}>{t('admin.orders.revive')}</Button>
              )}
              {order.life !== 'completed' && order.cash_held_cents > 0 && (
                <Button onClick={() => setAction('cashReturn')}>{t('admin.orders.cashReturn')}</Button>
              )}
              {order.money.overpaid_cents > 0 && answer('move_money')?.may === 'yes' && (
                <Button onClick={() => setAction('move')}>{t('admin.orders.move')}</Button>
              )}
              <RentalActions order={order} ask={setAction} />
              {actions}
            </div>
            {order.queue === 'claim' && (
              <Link to={paths.adminClaims} className={`${TEXT_LINK} justify-self-start`}>
                {t('admin.orders.toClaims')}
              </Link>
            )}
            {order.life === 'active' && answer('complete')?.may === 'no' && (
              <p className="max-w-prose text-ink-soft">
                {t('admin.orders.notComplete', { why: answer('complete')?.why ?? '' })}
              </p>
            )}
            {order.life === 'active' && answer('cancel_by_office')?.why !== answer('complete')?.why && (
              <RefusedAct answer={answer('cancel_by_office')} />
            )}
            {['yes', 'second'].includes(answer('take_back')?.may ?? 'no') && (
              <ReturnForm
                orderId={order.id}
                needsSecond={answer('take_back')?.may === 'second'}
                cars={carNames(order)}
              />
            )}
            {answer('declare_lost')?.may === 'second' && <LossForm orderId={order.id} cars={carNames(order)} />}
            <OrderMoneyFacts order={order} />
            {order.rental && (
              <section className="grid gap-2">
                <h3 className="text-lg">{t('rentals.title')}</h3>
                <RentalFacts times={order.rental} />
              </section>
            )}
            <RentalMoney order={order} />
            <ImportAnswers imports={order.imports} isNotSaid={order.destination_not_said} />
            <Documents order={order} />
            {children}
            <OrderHistory order={order} />
          </div>
        )}
      </SidePanel>
      {order && (
        <>
          {CASH_ACTS.map((what) => (
            <CashDialog
              key={what}
              orderId={order.id}
              act={cashAct(what, order)}
              account={order.payout_account}
              {...dialog(what)}
            />
          ))}
          <ChargeDialog
            order={{ id: order.id, heldCents: order.security?.held_cents ?? 0 }}
            kinds={chargeKindsOf(order.acts)}
            proposals={charges}
            {...dialog('charge')}
          />
          <MoveMoney orderId={order.id} overpaidCents={order.money.overpaid_cents} {...dialog('move')} />
          <ConfirmDialog
            title={t('admin.orders.complete.title', { number })}
            text={t('admin.orders.complete.text')}
            {...dialog('complete')}
            form="order complete"
            values={{ id: order.id }}
            confirm={t('admin.orders.complete')}
            busy={t('admin.orders.completing')}
          />
          <ConfirmDialog
            title={t('admin.orders.revive.title', { number })}
            text={t('admin.orders.revive.text')}
            {...dialog('revive')}
            form="order revive"
            values={{ id: order.id }}
            confirm={t('admin.orders.revive')}
            busy={t('admin.orders.reviving')}
          />
        </>
      )}
    </>
  );
}

const CASH_ACTS = ['payment', 'cashReturn', 'taken', 'returned'] as const;

/** The amounts of a dialog about money in person: suggested, at most, and without a second person. */
function cashAct(
  what: CashAct['what'],
  { money, security, cash_held_cents: cashCents, acts, alone }: AdminOrderResponse,
): CashAct {
  const held = security?.held_cents ?? 0;
  const takenAlone = { aloneCents: alone?.taken_cents ?? 0, byTwo: [] };
  if (what === 'payment') return { what, suggestedCents: money.open_cents, maxCents: money.open_cents, ...takenAlone };
  if (what === 'cashReturn') {
    const second = acts.find(({ act, may }) => act === 'return_cash' && may === 'second');
    const byTwo = second ? CASH_METHODS : (alone?.returns_by_two ?? []);
    const aloneCents = alone?.returned_cents ?? 0;
    return { what, suggestedCents: cashCents, maxCents: cashCents, aloneCents, byTwo, why: second?.why ?? null };
  }
  if (what === 'returned')
    return {
      what,
      suggestedCents: held,
      maxCents: held,
      aloneCents: held,
      byTwo: alone?.security_returns_by_two ?? [],
    };
  const missing = Math.max((security?.asked_cents ?? 0) - (security?.taken_cents ?? 0), 0);
  const securityAlone = { aloneCents: alone?.security_cents ?? 0, byTwo: [] };
  return { what, suggestedCents: missing, maxCents: MAX_RENTAL_CENTS, ...securityAlone };
}

function RentalActions({ order, ask }: { order: AdminOrderResponse; ask: (action: Action) => void }) {
  const t = useTranslator();
  const { security, acts } = order;
  const may = (...wanted: OrderAct[]) => acts.some(({ act, may }) => wanted.includes(act) && may === 'yes');
  if (!security) return null;
  return (
    <>
      {security.taken_cents === 0 && may('take_security') && (
        <Button onClick={() => ask('taken')}>{t('admin.orders.security.take')}</Button>
      )}
      {security.held_cents > 0 && may('return_security') && (
        <Button onClick={() => ask('returned')}>{t('admin.orders.security.return')}</Button>
      )}
      {may('charge', 'charge_late', 'charge_no_show') && (
        <Button onClick={() => ask('charge')}>{t('admin.orders.charge')}</Button>
      )}
    </>
  );
}

/** The security deposit and charges of a rental. */
function RentalMoney({ order: { security, charges = [], acts } }: { order: AdminOrderResponse }) {
  const t = useTranslator();
  const isAwaited = acts.some(({ act, may }) => act === 'take_security' && may === 'yes');
  if (!security || (security.asked_cents + security.taken_cents === 0 && charges.length === 0)) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{t('orders.security')}</h3>
      {security.taken_cents > 0 ? (
        <SecurityFacts security={security} />
      ) : (
        security.asked_cents > 0 &&
        isAwaited && <p>{t('admin.orders.security.asked', { amount: t.cents(security.asked_cents) })}</p>
      )}
      <ChargeList charges={charges} />
    </section>
  );
}

function OrderFacts({ order }: { order: AdminOrderResponse }) {
  const t = useTranslator();
  const { buyer, cars, money, terms } = order;
  const bookings = cars.flatMap(({ booking_id: id }) => (id === null ? [] : [id]));
  const version = { version: String(terms.version) };
  return (
    <Facts
      facts={[
        [t('admin.orders.field.status'), <OrderWait key="status" order={order} />],
        [
          t('admin.orders.field.cars'),
          <ul key="cars" className="grid gap-1">
            {cars.map((car) => (
              <li key={car.listing_id}>
                <Link to={`${paths.carManagement}?view=${car.listing_id}`} className={TEXT_LINK}>
                  {listingName({ ...car, trim: null })}
                </Link>
              </li>
            ))}
          </ul>,
        ],
        [
          t('admin.orders.column.buyer'),
          <span key="buyer" className="grid">
            <Link to={`${paths.userManagement}?view=${buyer.id}`} className={`${TEXT_LINK} justify-self-start`}>
              {buyer.name}
            </Link>
            {buyer.email}
          </span>,
        ],
        [
          t('admin.orders.field.bookings'),
          bookings.length > 0 &&
            bookings.map((id) => (
              <Link key={id} to={`${paths.bookingManagement}?view=${id}`} className={`${TEXT_LINK} me-2`}>
                {id}
              </Link>
            )),
        ],
        [t('admin.orders.column.booked'), <UtcTime key="booked" time={order.created_at} />],
        [t('admin.orders.field.total'), t.cents(money.owed_cents)],
        [t('admin.orders.column.received'), t.cents(money.received_cents)],
        [t('admin.orders.column.open'), t.cents(money.open_cents)],
        [
          t('admin.orders.field.due'),
          money.next &&
            t('admin.orders.field.dueText', {
              amount: t.cents(money.next.amount_cents),
              day: t.utcDay(money.next.due_on),
            }),
        ],
        [
          t('admin.orders.field.terms'),
          t(terms.requires_balance ? 'admin.orders.field.termsText' : 'admin.orders.field.termsOld', version),
        ],
      ]}
    />
  );
}

function Documents({ order: { documents } }: { order: AdminOrderResponse }) {
  const t = useTranslator();
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{t('admin.orders.documents')}</h3>
      {documents.length === 0 && <p className="text-ink-soft">{t('admin.orders.documents.none')}</p>}
      <ul className="grid gap-1">
        {documents.map(({ id, kind, number }) => (
          <li key={id}>
            <a href={href(adminDocumentCalls.file, { params: { id } })} className={TEXT_LINK}>
              {documentTitle(kind, number, t)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Loader and form actions of the orders screen. */

const QUERY = ['queue', 'search', 'listing', 'page'] as const;

type OrdersData = {
  /** Null if the list could not be loaded; `failed` says why. */
  orders: AdminOrdersResponse | null;
  queues: QueueCounts | null;
  failed: string | null;
  selected: AdminOrderResponse | null;
  /** Why the order selected by `?view` cannot be shown. */
  problem: string | null;
};

export async function loadOrders({ api, t, url: { searchParams } }: LoadInput): Promise<OrdersData> {
  const [list, selected] = await Promise.all([
    readList(api, t, searchParams),
    readSelected(api, t, searchParams.get('view')),
  ]);
  return { ...list, ...selected };
}

async function readList(api: ApiClient, t: Translator, search: URLSearchParams) {
  try {
    const query = queryFrom(search, QUERY);
    const [orders, { queues }] = await Promise.all([
      api.call(adminOrderCalls.list, { query }),
      api.call(adminOrderCalls.queues),
    ]);
    return { orders, queues, failed: null };
  } catch (error) {
    return { orders: null, queues: null, failed: t('admin.orders.fetchFailed', { reason: reasonOf(error, t) }) };
  }
}

async function readSelected(api: ApiClient, t: Translator, id: string | null) {
  if (id === null) return { selected: null, problem: null };
  try {
    return { selected: await api.call(adminOrderCalls.one, { params: { id } }), problem: null };
  } catch (error) {
    return { selected: null, problem: t('admin.orders.viewFailed', { reason: reasonOf(error, t) }) };
  }
}

const complete: FormAction = async ({ api, t, values: { id = '' } }) => {
  try {
    await api.call(adminOrderCalls.complete, { params: { id } });
    return { done: true, message: t('admin.orders.completed') };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

const revive: FormAction = async ({ api, t, values: { id = '' } }) => {
  try {
    await api.call(adminOrderCalls.revive, { params: { id } });
    return { done: true, message: t('admin.orders.revived') };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

export const orderActions: Record<string, FormAction> = {
  ...cashActions,
  ...moneyMoveActions,
  'order revive': revive,
  'order complete': complete,
};
