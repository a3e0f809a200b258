import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { RefusedAct } from '#features/payments/order-acts/components/act-answers.tsx';
import type { OrderAct } from '#features/payments/order-acts/model/order-act.ts';
import type { ActAnswer } from '#features/payments/order-acts/model/order-acts-contract.ts';
import type { OrderHistory } from '#features/payments/payments/admin/payment-actions.ts';
import { OrderTimeline } from '#features/payments/payments/admin/payment-timeline.tsx';
import { RefundDialog } from '#features/payments/payments/admin/refund-dialog.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { searchToOpen } from '#ui/admin/admin-search.ts';
import { Facts, SidePanel } from '#ui/admin/side-panel.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import { isLive, refundableAmount } from '../model/booking.ts';
import type { BookingDestination, BookingResponse } from '../model/booking-contract.ts';
import { lastDayOf } from '../model/booking-form.ts';
import { BookingState } from './booking-state-badge.tsx';
import { CancelDialog, CompleteDialog } from './booking-transitions.tsx';
import { DestinationFacts } from './destination-facts.tsx';

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
