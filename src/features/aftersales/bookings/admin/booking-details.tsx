import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ImportLight } from '#features/catalog/landed-cost/components/import-light.tsx';
import { landedOf, landedText } from '#features/catalog/landed-cost/model/landed-text.ts';
import { RefusedAct } from '#features/payments/order-acts/components/act-answers.tsx';
import type { OrderAct } from '#features/payments/order-acts/model/act-list.ts';
import type { ActAnswer } from '#features/payments/order-acts/model/order-acts-contract.ts';
import type { OrderHistory } from '#features/payments/payments/admin/payment-actions.ts';
import { RefundDialog } from '#features/payments/payments/admin/payment-refunds.tsx';
import { OrderTimeline } from '#features/payments/payments/admin/payment-timeline.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx';
import { searchToOpen } from '#ui/admin/list-page.tsx';
import { Facts, SidePanel } from '#ui/admin/side-panel.tsx';
import { Button, LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { OrderCarNames } from '../components/order-car-names.tsx';
import { type BookingStatus, isLive, refundableAmount } from '../model/booking.ts';
import type { BookingDestination, BookingResponse } from '../model/booking-contract.ts';
import { formOfBooking, lastDayOf } from '../model/booking-form.ts';
import { BookingState } from './booking-table.tsx';

type BookingAction = 'complete' | 'cancel' | 'refund';
type BookingDetailsProps = {
  booking: BookingResponse | null;
  destination: BookingDestination | null;
  history: OrderHistory | null;
  /** What may happen to its order. */
  acts: ActAnswer[];
};

/** Side panel with a booking's facts, actions and history. */
export function BookingDetails({ booking, destination, history, acts }: BookingDetailsProps) {
  const t = useTranslator();
  const [action, setAction] = useState<BookingAction | null>(null);
  const dialog = (name: BookingAction) => ({ open: action === name, onClose: () => setAction(null) });
  return (
    <>
      <SidePanel title={t('admin.bookings.view.title')} open={booking !== null}>
        {booking && (
          <div className="grid gap-5">
            <BookingFacts booking={booking} />
            <BookingActions booking={booking} acts={acts} ask={setAction} />
            {destination && <DestinationFacts destination={destination} />}
            {history && <OrderTimeline history={history} />}
          </div>
        )}
      </SidePanel>
      {booking && (
        <>
          <CompleteDialog booking={booking} {...dialog('complete')} />
          <CancelDialog booking={booking} {...dialog('cancel')} />
          <RefundDialog
            payment={{
              id: booking.payment_id,
              transaction: booking.transaction_id,
              amount: refundableAmount(booking),
            }}
            {...dialog('refund')}
          />
        </>
      )}
    </>
  );
}

/** Offers only the actions that the booking's state allows. */
function BookingActions({
  booking,
  acts,
  ask,
}: {
  booking: BookingResponse;
  acts: ActAnswer[];
  ask: (action: BookingAction) => void;
}) {
  const t = useTranslator();
  const answer = (act: OrderAct) => acts.find((each) => each.act === act);
  const [search] = useSearchParams();
  const { booking_status: status, payment_status: payment, booking_id: id } = booking;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2 noscript:hidden">
        <LinkButton to={{ search: searchToOpen(search, 'edit', id) }} preventScrollReset>
          {t('manage.openEdit')}
        </LinkButton>
        {status === 'confirmed' && answer('complete')?.may === 'yes' && (
          <Button onClick={() => ask('complete')}>{t('admin.bookings.complete')}</Button>
        )}
        {(payment === 'paid' || payment === 'refunded') && status !== 'cancelled' && refundableAmount(booking) > 0 && (
          <Button kind="danger" onClick={() => ask('refund')}>
            {t('admin.payments.refund')}
          </Button>
        )}
        {isLive(status) && answer('cancel_by_office')?.may === 'yes' && (
          <Button kind="danger" onClick={() => ask('cancel')}>
            {t('admin.bookings.cancel')}
          </Button>
        )}
      </div>
      {isLive(status) && <RefusedAct answer={answer('complete')} />}
      {isLive(status) && <RefusedAct answer={answer('cancel_by_office')} />}
    </div>
  );
}

function BookingFacts({ booking }: { booking: BookingResponse }) {
  const t = useTranslator();
  const link = (path: string, id: number) => (
    <Link key={path} to={`${path}?view=${id}`} className={TEXT_LINK}>
      {id}
    </Link>
  );
  const { total_price: total, received_price: received, given_back: given, RentSell: offer } = booking;
  const rented = offer === 'Rent';
  /** A rental covers whole days, a sale happens at a moment. */
  const moment = (key: string, time: string) => (rented ? t.utcDay(time) : <UtcTime key={key} time={time} />);
  return (
    <Facts
      facts={[
        [t('admin.bookings.column.booking'), booking.booking_id],
        [t('admin.bookings.column.status'), <BookingState key="status" booking={booking} />],
        [t('admin.bookings.field.offer'), t(`manage.offer.${offer}`)],
        [t('admin.bookings.field.order'), link(paths.adminOrders, booking.order_id)],
        [t('admin.bookings.column.listing'), link(paths.carManagement, booking.listing_id)],
        [t('admin.bookings.column.car'), booking.car_id],
        [t('admin.bookings.column.user'), link(paths.userManagement, booking.user_id)],
        [t('admin.bookings.field.start'), moment('start', booking.booking_start_date)],
        [t('admin.bookings.field.end'), moment('end', rented ? lastDayOf(booking) : booking.booking_end_date)],
        [t('admin.bookings.column.total'), t.dollars(total)],
        [t('admin.bookings.column.paid'), t.dollars(received + booking.in_person)],
        [t('admin.payments.field.givenBack'), given > 0 && t.dollars(given)],
        [t('admin.bookings.field.due'), t.dollars(booking.due_price)],
        [
          t('admin.bookings.field.transaction'),
          <Link key="transaction" to={`${paths.paymentManagement}?view=${booking.payment_id}`} className={TEXT_LINK}>
            {booking.transaction_id}
          </Link>,
        ],
        [t('admin.bookings.field.created'), <UtcTime key="created" time={booking.createdAt} />],
      ]}
    />
  );
}

/** Where the car goes and what the import rules said at the payment, with what the buyer declared. */
export function DestinationFacts({ destination }: { destination: BookingDestination }) {
  const t = useTranslator();
  const { check, cost, port_name: port, shown_light: shown, buying_for: name, rows } = destination;
  const { buying_for_country: declared } = destination;
  const rules = rows.find(({ list }) => list === 'rules')?.ids ?? [];
  return (
    <section aria-labelledby="booking-destination" className="grid gap-2">
      <h3 id="booking-destination" className="text-base">
        {t('admin.bookings.destination')}
      </h3>
      <Facts
        facts={[
          [t('admin.bookings.destination.place'), [port, check.country_name].filter(Boolean).join(', ')],
          [t('admin.bookings.destination.light'), <ImportLight key="light" light={check.light} />],
          [
            t('admin.bookings.destination.shown'),
            shown ? <ImportLight key="shown" light={shown} /> : t('admin.bookings.destination.notShown'),
          ],
          [t('admin.bookings.destination.why'), check.sentence],
          [t('admin.bookings.destination.cost'), landedText(landedOf(cost), t)],
          [t('admin.bookings.destination.assessed'), t.date(check.on)],
          [
            t('admin.bookings.destination.rules'),
            t('admin.bookings.destination.version', { version: t.number(check.version), rules: t.list(rules) }),
          ],
          [
            t('admin.bookings.destination.declared'),
            declared && `${name ?? t('admin.bookings.destination.erased')}, ${t.region(declared)}`,
          ],
        ]}
      />
      <p className="text-ink-soft text-sm">{check.notice}</p>
    </section>
  );
}

type TransitionDialogProps = { booking: BookingResponse; open: boolean; onClose: () => void };

/** Form values that change only the status. */
function valuesWithStatus(status: BookingStatus, booking: BookingResponse): Record<string, string> {
  const { _id: id, version } = booking;
  return { id, version: String(version), ...formOfBooking(booking), booking_status: status };
}

function CompleteDialog({ booking, open, onClose }: TransitionDialogProps) {
  const t = useTranslator();
  return (
    <ConfirmDialog
      title={t('admin.bookings.complete.title', { id: booking._id })}
      text={t('admin.bookings.complete.text')}
      open={open}
      onClose={onClose}
      form="booking edit"
      values={valuesWithStatus('completed', booking)}
      confirm={t('admin.bookings.complete')}
      busy={t('admin.bookings.completing')}
    />
  );
}

/**
 * Cancels and refunds the remaining amount. To refund another amount, the administrator uses Refund, which also cancels.
 */
export function CancelDialog({ booking, open, onClose }: TransitionDialogProps) {
  const t = useTranslator();
  const { cars_of_order: cars } = booking;
  return (
    <ConfirmDialog
      title={t('admin.bookings.cancel.title', { id: booking._id })}
      text={t('admin.bookings.cancel.text', { amount: t.dollars(refundableAmount(booking)), cars: cars.length })}
      open={open}
      onClose={onClose}
      form="booking edit"
      values={{ ...valuesWithStatus('cancelled', booking), understood: 'on' }}
      confirm={t('admin.bookings.cancel')}
      busy={t('admin.bookings.cancelling')}
    >
      {cars.length > 1 && <OrderCarNames names={cars} />}
      <TextAreaField
        name="reason"
        label={t('admin.bookings.field.reason')}
        hint={t('admin.bookings.field.reasonHint')}
        maxLength={500}
        rows={3}
      />
    </ConfirmDialog>
  );
}
