import { useState } from 'react';
import { Link } from 'react-router';
import { bookingCalls } from '#features/aftersales/aftersales-calls.ts';
import { type BookingStatus, refundableAmount } from '#features/aftersales/bookings/model/booking.ts';
import type { MyBookingResponse, MyBookingsResponse } from '#features/aftersales/bookings/model/booking-contract.ts';
import { ImportLight } from '#features/catalog/landed-cost/components/import-light.tsx';
import { landedText } from '#features/catalog/landed-cost/model/landed-text.ts';
import { CarPicture } from '#features/catalog/listings/components/car-picture.tsx';
import { listingName, listingPath } from '#features/catalog/listings/model/listing.ts';
import { orderPath } from '#features/orders/orders/client/order-client.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { daysOf } from '#features/payments/payments/model/quote.ts';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf, centsOf } from '#lib/money.ts';
import { pageNumber } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { Button, LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { OrderCarNames } from './order-car-names.tsx';

/** The query parameter with the page number. */
const BOOKINGS_PAGE = 'bookings';
const TOP = 'my-bookings';

type MyBookingsProps = {
  /** Null if the bookings could not be loaded. */
  response: MyBookingsResponse | null;
  /** Rendered below each booking. */
  below?: (booking: MyBookingResponse) => React.ReactNode;
};

export function MyBookings({ response, below }: MyBookingsProps) {
  const t = useTranslator();
  if (response === null)
    return (
      <p id={TOP} className="scroll-mt-32">
        {t('bookings.failed')}
      </p>
    );
  const { items: bookings, pagination } = response;
  return (
    <div id={TOP} className="grid scroll-mt-32 gap-4">
      {pagination.totalItems === 0 && (
        <>
          <p className="max-w-prose text-ink-soft">{t('bookings.none')}</p>
          <LinkButton to={paths.explore} className="justify-self-start">
            {t('bookings.browse')}
          </LinkButton>
        </>
      )}
      {bookings.length > 0 && (
        <ul className="grid gap-4 xl:grid-cols-2">
          {bookings.map((booking) => (
            <li key={booking.booking_id}>
              <MyBookingRow booking={booking} below={below?.(booking)} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={pagination.page}
        pages={pagination.totalPages}
        linkTo={(page) => ({ search: `?${BOOKINGS_PAGE}=${page}`, hash: `#${TOP}` })}
      />
    </div>
  );
}

/** Reads the page number from the URL. */
export function bookingsPage(search: URLSearchParams): number {
  return pageNumber(search, BOOKINGS_PAGE);
}

function MyBookingRow({ booking, below }: { booking: MyBookingResponse; below?: React.ReactNode }) {
  const t = useTranslator();
  const { car, booking_id: id, booking_status: status } = booking;
  const name = listingName({ ...car, trim: null });
  const path = listingPath({ ...car, id: booking.listing_id, offer: booking.RentSell });
  return (
    <article className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-3 sm:grid-cols-[13rem_minmax(0,1fr)] sm:grid-rows-[1fr_auto]">
      <div className="self-start overflow-hidden rounded-md sm:row-span-2">
        <CarPicture image={car.image ?? undefined} alt="" sizes="(min-width: 36rem) 13rem, 8rem" maxWidth={640} />
      </div>
      <div className="grid content-start gap-2">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h3 className="wrap-anywhere text-lg">
            {car.listing_status === 'requested' ? (
              name
            ) : (
              <Link to={path} className="underline-offset-4 hover:underline">
                {name}
              </Link>
            )}
          </h3>
          <BookingBadge status={status} />
        </div>
        <p className="figures">{when(booking, t)}</p>
        <p className="figures text-ink-soft text-sm">{t('bookings.number', { id: String(id) })}</p>
      </div>
      <div className="grid gap-3 max-sm:col-span-full">
        <Amounts booking={booking} />
        {booking.destination && <Destination destination={booking.destination} id={id} />}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Link to={orderPath(booking.order_id)} className={`${TEXT_LINK} gap-2`}>
            <Icon name="key" />
            {t('orders.title', { number: orderNumber(booking.order_id) })}
          </Link>
          <a
            href={href(bookingCalls.receipt, { params: { id } })}
            download
            aria-label={t('bookings.receiptOf', { car: name })}
            className={`${TEXT_LINK} gap-2`}
          >
            <Icon name="document" />
            {t('bookings.receipt')}
          </a>
          {'refund' in booking.cancellation ? (
            <CancelBooking booking={booking} name={name} cancellation={booking.cancellation} />
          ) : (
            status === 'confirmed' && <p className="text-ink-soft text-sm">{booking.cancellation.refused}</p>
          )}
        </div>
        {below}
      </div>
    </article>
  );
}

function when({ RentSell, booking_start_date, booking_end_date }: MyBookingResponse, t: Translator): string {
  if (RentSell === 'Sell') return t('bookings.bought', { day: t.utcDay(booking_start_date) });
  const days = daysOf({ startDay: booking_start_date.slice(0, 10), endDay: booking_end_date.slice(0, 10) });
  const [first = '', last = first] = [days[0], days.at(-1)];
  return t('bookings.rented', { days: days.length, first: t.date(first), last: t.date(last) });
}

function Amounts({ booking }: { booking: MyBookingResponse }) {
  const t = useTranslator();
  const {
    total_price: total,
    received_price: received,
    in_person: inPerson,
    refunds,
    given_back: givenBack,
    cars_of_order: { length: count },
  } = booking;
  const paid = amountOf(centsOf(received) + centsOf(inPerson));
  const isLiveBooking = booking.booking_status === 'pending' || booking.booking_status === 'confirmed';
  return (
    <div className="grid gap-2">
      <dl className="figures flex flex-wrap gap-x-6 gap-y-1">
        <Sum name={t('bookings.total')} amount={total} />
        {count === 1 && <Sum name={t('bookings.paid')} amount={paid} />}
        {count === 1 && isLiveBooking && <Sum name={t('bookings.later')} amount={booking.due_price} />}
      </dl>
      {count > 1 && (
        <p className="figures text-sm">
          {t('bookings.several', { count, total: t.price(booking.order_total), paid: t.price(paid) })}
        </p>
      )}
      {givenBack > 0 && <Refunded state="done" amount={givenBack} />}
      {refunds.map(({ amount, done, failed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
        <Refunded key={index} state={done ? 'done' : failed ? 'failed' : 'waiting'} amount={amount} />
      ))}
    </div>
  );
}

/** What the import rules said when the car was paid for. */
function Destination({ destination, id }: { destination: NonNullable<MyBookingResponse['destination']>; id: number }) {
  const t = useTranslator();
  const { light, shown_light: shown, place } = destination;
  return (
    <div className="grid gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-3">
        <span>{t('bookings.destination', { place })}</span>
        <ImportLight light={light} />
      </p>
      {shown && shown !== light && (
        <p className="text-ink-soft">{t('bookings.destination.shown', { light: t(`shipTo.light.${shown}`) })}</p>
      )}
      <p className="figures">{landedText(destination, t)}</p>
      <p className="text-ink-soft">{t('bookings.destination.asOf', { date: t.date(destination.today) })}</p>
      <Link to={paths.bookingImport.replace(':id', String(id))} className={`${TEXT_LINK} justify-self-start`}>
        {t('bookings.destination.more')}
      </Link>
    </div>
  );
}

const REFUND_STYLES = {
  done: ['check', 'text-verified'],
  waiting: ['up', 'text-waiting'],
  failed: ['warning', 'text-danger'],
} as const;

function Refunded({ state, amount }: { state: keyof typeof REFUND_STYLES; amount: number }) {
  const t = useTranslator();
  const [icon, style] = REFUND_STYLES[state];
  return (
    <p className="flex items-center gap-2 font-semibold">
      <Icon name={icon} className={`size-5 ${style}`} />
      {t(`bookings.refund.${state}`, { amount: t.price(amount) })}
    </p>
  );
}

function Sum({ name, amount }: { name: string; amount: number }) {
  const t = useTranslator();
  return (
    <div>
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="font-semibold">{t.price(amount)}</dd>
    </div>
  );
}

const STYLES: Record<BookingStatus, [IconName, string]> = {
  pending: ['eye', 'bg-waiting-ground text-waiting'],
  confirmed: ['check', 'bg-verified-ground text-verified'],
  completed: ['key', 'bg-sunken text-ink-soft'],
  cancelled: ['close', 'bg-danger-ground text-danger'],
};

function BookingBadge({ status }: { status: BookingStatus }) {
  const t = useTranslator();
  const [icon, style] = STYLES[status];
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-full px-3 py-0.5 font-semibold text-sm ${style}`}>
      <Icon name={icon} className="size-4" />
      {t(`bookings.state.${status}`)}
    </span>
  );
}

type CancelBookingProps = {
  booking: MyBookingResponse;
  name: string;
  cancellation: Exclude<MyBookingResponse['cancellation'], { refused: string }>;
};

/** Confirms the cancellation in a dialog with its refund. The dialog needs scripts, so the button is hidden without. */
function CancelBooking({ booking, name, cancellation }: CancelBookingProps) {
  const t = useTranslator();
  const [asking, setAsking] = useState(false);
  const stop = () => setAsking(false);
  const { refund, until, until_step: step, fee_moves: fee } = cancellation;
  const { cars_of_order: cars } = booking;
  const several = cars.length > 1;
  const isPartial = refundableAmount(booking) > refund;
  const amount = t.price(refund);
  return (
    <div className="noscript:hidden">
      <Button aria-label={t('bookings.cancelOf', { car: name })} onClick={() => setAsking(true)}>
        {t('bookings.cancel')}
      </Button>
      <Dialog title={t('bookings.cancel.title')} open={asking} onClose={stop}>
        <ActionForm name="booking cancel" onDone={stop} className="grid gap-4">
          <input type="hidden" name="booking" value={booking.booking_id} />
          <input type="hidden" name="refund" value={refund} />
          {several ? <OrderCarNames names={cars} /> : <p className="font-semibold">{name}</p>}
          <CancelAmounts booking={booking} refund={refund} />
          {until !== undefined && (
            <p>
              {t(isPartial ? 'bookings.cancel.half' : 'bookings.cancel.all')} <UtcTime time={until} />.
            </p>
          )}
          {fee && <p>{t('bookings.cancel.fee', { amount: t.price(fee.amount), number: orderNumber(fee.order_id) })}</p>}
          {step !== undefined && <p>{t(`acts.cancelUntil.${step}`)}</p>}
          <p>{several ? t('bookings.cancel.effectOfAll', { count: cars.length }) : t('bookings.cancel.effect')}</p>
          <div className="flex flex-wrap gap-2">
            <SubmitButton kind="danger" busy={t('bookings.cancel.sending')}>
              {t('bookings.cancel.send', { amount })}
            </SubmitButton>
            <Button onClick={stop}>{t('bookings.cancel.keep')}</Button>
          </div>
        </ActionForm>
      </Dialog>
    </div>
  );
}

type CancelAmountsProps = {
  booking: Pick<MyBookingResponse, 'received_price' | 'given_back' | 'refunded_price'>;
  refund: number;
};

export function CancelAmounts({ booking, refund }: CancelAmountsProps) {
  const t = useTranslator();
  const { received_price: paid, given_back: atProvider, refunded_price: byUs } = booking;
  const given = amountOf(centsOf(atProvider) + centsOf(byUs));
  const retained = amountOf(centsOf(refundableAmount(booking)) - centsOf(refund));
  return (
    <dl className="figures grid gap-2 rounded-md bg-sunken p-4">
      <Line name={t('bookings.paid')} value={t.price(paid)} />
      {given > 0 && <Line name={t('bookings.cancel.given')} value={t.price(given)} />}
      {retained > 0 && <Line name={t('bookings.cancel.kept')} value={t.price(retained)} />}
      <Line
        name={t('bookings.cancel.refund')}
        value={t.price(refund)}
        className="border-line border-t pt-2 font-bold text-lg"
      />
    </dl>
  );
}

function Line({ name, value, className = '' }: { name: string; value: string; className?: string }) {
  return (
    <div className={`flex justify-between gap-4 ${className}`}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
