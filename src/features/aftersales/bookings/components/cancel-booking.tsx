import { useState } from 'react';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf, centsOf } from '#lib/money.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { refundableAmount } from '../model/booking.ts';
import type { MyBookingResponse } from '../model/booking-contract.ts';
import { OrderCarNames } from './order-car-names.tsx';

type CancelBookingProps = {
  booking: MyBookingResponse;
  name: string;
  cancellation: Exclude<MyBookingResponse['cancellation'], { refused: string }>;
};

/** Confirms the cancellation in a dialog with its refund. The dialog needs scripts, so the button is hidden without. */
export function CancelBooking({ booking, name, cancellation }: CancelBookingProps) {
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
