import { Link } from 'react-router';
import { ImportLight } from '#features/catalog/landed-cost/components/import-light.tsx';
import { landedText } from '#features/catalog/landed-cost/model/landed-text.ts';
import { OrderDocuments } from '#features/orders/billing/components/order-documents.tsx';
import { ConsigneePart } from '#features/orders/consignees/components/consignee-part.tsx';
import type { OrderConsigneeResponse } from '#features/orders/consignees/model/consignee-contract.ts';
import { HeldOrder } from '#features/orders/holds/components/held-order.tsx';
import { contractPath } from '#features/orders/orders/client/order-client.ts';
import { OrderCars } from '#features/orders/orders/components/order-cars.tsx';
import { needsContract } from '#features/orders/orders/model/order.ts';
import type { OrderResponse, PlanItemResponse } from '#features/orders/orders/model/order-contract.ts';
import { ChargeList, SecurityFacts } from '#features/orders/rental-charges/components/rental-money.tsx';
import { CancelPart } from '#features/payments/order-acts/components/act-answers.tsx';
import type { OrderPhase } from '#features/payments/order-acts/model/order-life.ts';
import { RefundList } from '#features/payments/payments/components/refund-list.tsx';
import { RentalFacts } from '#features/payments/rental-offers/components/rental-hours.tsx';
import { TradeTermPart } from '#features/payments/trade-terms/components/trade-term-part.tsx';
import type { TradeTermsResponse } from '#features/payments/trade-terms/model/trade-term-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import { paths } from '#paths.ts';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TitledSection } from '#ui/titled-section.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { OrderNextStep } from './order-next-step.tsx';

const LIFE_TONES: Record<OrderResponse['life'], string> = {
  held: 'bg-waiting-ground text-waiting',
  active: 'bg-verified-ground text-verified',
  completed: 'bg-sunken text-ink-soft',
  cancelled: 'bg-danger-ground text-danger',
};

type OrderDetailsProps = {
  order: OrderResponse;
  /** Null for rentals. */
  consignee: OrderConsigneeResponse | null;
  /** Null for rentals. */
  tradeTerms: TradeTermsResponse | null;
  /** Returns the address of a booking's receipt. */
  receiptOf: (bookingId: number) => string;
  phase: OrderPhase;
  hasOpenClaim: boolean;
  /** Where the buyer reports a problem; null if there is nothing to report. */
  reportAt: string | null;
  /** Another feature shows the security deposit. */
  hasDepositPart?: boolean;
  /** Content of other features: further tasks of the buyer, and the shipment timeline. */
  children?: React.ReactNode;
  /** Content of other features that follows the documents. */
  below?: React.ReactNode;
};

/** The page of an order for its buyer. */
export function OrderDetails(props: OrderDetailsProps) {
  const { order, consignee, tradeTerms, receiptOf, phase, hasOpenClaim, reportAt, hasDepositPart, children, below } =
    props;
  const t = useTranslator();
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-6 px-4 py-8 md:px-8 md:py-12">
      <div className="grid gap-2">
        <Link to={`${paths.dashboard}#my-bookings`} className={`${TEXT_LINK} justify-self-start`}>
          {t('orders.back')}
        </Link>
        <h1 className="flex flex-wrap items-center gap-3 text-2xl">
          {t('orders.title', { number: order.number })}
          <span className={`rounded-full px-3 py-0.5 text-base ${LIFE_TONES[order.life]}`}>
            {order.life === 'active' ? t(`orders.phase.${phase}`) : lifeOf(order, t)}
          </span>
          {hasOpenClaim && (
            <span className="rounded-full bg-waiting-ground px-3 py-0.5 text-base text-waiting">
              {t('orders.claimOpen')}
            </span>
          )}
        </h1>
        {reportAt !== null && (
          <a href={reportAt} className={`${TEXT_LINK} justify-self-start`}>
            {t('orders.report')}
          </a>
        )}
      </div>
      <OrderCars order={order} />
      <OrderCheck order={order} />
      <ContractTodo order={order} />
      {order.life === 'held' ? (
        <HeldOrder order={order} />
      ) : (
        <OrderNextStep order={order} phase={phase} hasOpenClaim={hasOpenClaim} />
      )}
      {order.rental && (
        <TitledSection title={t('rentals.title')}>
          <RentalFacts times={order.rental} />
        </TitledSection>
      )}
      <RefundList refunds={order.refund_steps} />
      {children}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <TitledSection title={t('orders.plan')}>
          <PaymentPlan order={order} />
        </TitledSection>
        <div className="grid gap-6">
          {order.offer === 'Sell' && order.life === 'active' && (
            <TitledSection title={t('orders.canceling')}>
              <CancelPart
                terms={order.terms.cancel}
                priceCents={order.cars.reduce((cents, { total_cents: total }) => cents + total, 0)}
                answer={order.acts.find(({ act }) => act === 'cancel')}
              />
            </TitledSection>
          )}
          {tradeTerms && (tradeTerms.term !== null || tradeTerms.closed === null) && (
            <TitledSection title={t('orders.term')}>
              <TradeTermPart orderId={order.id} terms={tradeTerms} />
            </TitledSection>
          )}
          {consignee && (
            <TitledSection title={t('orders.consignee')}>
              <ConsigneePart orderId={order.id} consignee={consignee} />
            </TitledSection>
          )}
          {!hasDepositPart && order.security && order.security.asked_cents + order.security.taken_cents > 0 && (
            <TitledSection title={t('orders.security')}>
              <SecurityFacts security={order.security} />
            </TitledSection>
          )}
          {order.charges !== undefined && order.charges.length > 0 && (
            <TitledSection title={t('orders.charges')}>
              <ChargeList charges={order.charges} />
            </TitledSection>
          )}
          {order.destinations.length > 0 && (
            <TitledSection title={t('orders.destination')}>
              <Destinations order={order} />
            </TitledSection>
          )}
          <TitledSection title={t('orders.documents')}>
            <OrderDocuments order={order} receiptOf={receiptOf} />
          </TitledSection>
          <TitledSection title={t('orders.history')}>
            <History order={order} />
          </TitledSection>
          {order.acts.some(({ act, may }) => act === 'cancel' && may === 'yes') && (
            <p>
              {t('orders.cancel')}{' '}
              <Link to={`${paths.dashboard}#my-bookings`} className={TEXT_LINK}>
                {t('orders.cancel.where')}
              </Link>
            </p>
          )}
          <OrderHelp />
        </div>
      </div>
      {below}
    </div>
  );
}

function lifeOf({ life, offer, refunds: { car } }: OrderResponse, t: Translator): string {
  if (life === 'completed' && car !== null) return t(`orders.life.completed.${car}`);
  return t(life === 'completed' && offer === 'Rent' ? 'orders.life.completed.rental' : `orders.life.${life}`);
}

function History({ order }: { order: OrderResponse }) {
  const t = useTranslator();
  return (
    <ol className="grid gap-2">
      {order.moves.map(({ to, actor, at }) => (
        <li key={at} className="grid">
          <span className="font-semibold">
            {t(`orders.history.${to}`)} {t(`orders.history.by.${actor}`)}
          </span>
          <span className="text-ink-soft text-sm">
            <UtcTime time={at} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Says that our office checks the order, without the reason. */
function OrderCheck({ order }: { order: Pick<OrderResponse, 'is_checked'> }) {
  const t = useTranslator();
  if (!order.is_checked) return null;
  return (
    <section aria-label={t('orders.checked')} className="grid gap-2 rounded-lg border border-line bg-sunken p-4 md:p-5">
      <h2 className="text-lg">{t('orders.checked')}</h2>
      <p className="max-w-prose">{t('orders.checkedText')}</p>
    </section>
  );
}

/** Asks the buyer to accept the sales contract. */
function ContractTodo({ order }: { order: OrderResponse }) {
  const t = useTranslator();
  if (!needsContract(order)) return null;
  return (
    <section
      aria-label={t('contract.todo')}
      className="grid justify-items-start gap-3 rounded-lg border border-waiting bg-waiting-ground p-4 md:p-5"
    >
      <h2 className="text-lg">{t('contract.todo')}</h2>
      <p className="max-w-prose">{t(order.money.next ? 'contract.todoText' : 'contract.todoPaidText')}</p>
      <LinkButton to={contractPath(order.id)}>{t('contract.todoRead')}</LinkButton>
    </section>
  );
}

const TONES: Record<PlanItemResponse['state'], string> = {
  paid: 'bg-verified-ground text-verified',
  part_paid: 'bg-waiting-ground text-waiting',
  due: 'bg-waiting-ground text-waiting',
  overdue: 'bg-danger-ground text-danger',
  canceled: 'bg-sunken text-ink-soft',
};

/** The payment plan of an order and its sums. */
function PaymentPlan({ order: { plan, money } }: { order: OrderResponse }) {
  const t = useTranslator();
  const price = (cents: number) => t.price(amountOf(cents));
  return (
    <div className="grid gap-4">
      <ul className="grid gap-3">
        {plan.map((item) => (
          <li
            key={item.id}
            className="grid gap-2 rounded-md border border-line p-3 sm:grid-cols-[1fr_auto] sm:items-center"
          >
            <div className="grid gap-1">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {t(`orders.kind.${item.kind}`)}
                <span className={`rounded-full px-3 py-0.5 text-sm ${TONES[item.state]}`}>
                  {t(`orders.state.${item.state}`)}
                </span>
              </p>
              <p className="text-ink-soft text-sm">{t('orders.plan.dueOn', { day: t.utcDay(item.due_on) })}</p>
            </div>
            <p className="figures grid sm:justify-items-end">
              <span className="font-bold">{price(item.amount_cents)}</span>
              {item.paid_cents > 0 && item.paid_cents < item.amount_cents && (
                <span className="text-ink-soft text-sm">
                  {t('orders.plan.paidPart', { amount: price(item.paid_cents) })}
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
      <dl className="figures grid gap-2">
        <Sum name={t('orders.money.total')} value={price(money.owed_cents)} />
        <Sum name={t('orders.money.received')} value={price(money.received_cents)} />
        {money.shortfall_cents > 0 && <Sum name={t('orders.money.shortfall')} value={price(money.shortfall_cents)} />}
        {money.overpaid_cents > 0 && <Sum name={t('orders.money.overpaid')} value={price(money.overpaid_cents)} />}
        <Sum name={t('orders.money.open')} value={price(money.open_cents)} strong />
      </dl>
    </div>
  );
}

function Sum({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'border-line border-t pt-2 font-bold text-lg' : ''}`}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Opens the conversation of the order with the other side and the office. */
export function OrderHelp() {
  const t = useTranslator();
  return (
    <ActionForm name="conversation" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>{t('orders.help')}</p>
      <SubmitButton kind="quiet" busy={t('orders.help.opening')}>
        {t('orders.help.write')}
      </SubmitButton>
    </ActionForm>
  );
}

/** What the import rules said when each car was paid for. */
function Destinations({ order: { destinations, cars } }: { order: OrderResponse }) {
  const t = useTranslator();
  return destinations.map((each) => {
    const booking = cars.find((car) => car.listing_id === each.listing_id)?.booking_id;
    return (
      <div key={each.listing_id} className="grid gap-1">
        {destinations.length > 1 && <p className="font-semibold">{each.car}</p>}
        <p className="flex flex-wrap items-center gap-x-3">
          <span>{t('orders.destination.to', { place: each.place })}</span>
          <ImportLight light={each.light} />
        </p>
        <p className="figures">{landedText(each, t)}</p>
        <p className="text-sm text-ink-soft">{t('orders.destination.asOf', { date: t.date(each.today) })}</p>
        {typeof booking === 'number' && (
          <Link to={paths.bookingImport.replace(':id', String(booking))} className={`${TEXT_LINK} justify-self-start`}>
            {t('orders.destination.more')}
          </Link>
        )}
      </div>
    );
  });
}
