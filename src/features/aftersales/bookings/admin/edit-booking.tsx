import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { EditForm } from '#ui/admin/edit-form.tsx';
import { SidePanel, useClosePanel } from '#ui/admin/side-panel.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { SelectField, TextField, useFormState } from '#ui/forms/fields.tsx';
import { OrderCarNames } from '../components/order-car-names.tsx';
import { refundableAmount } from '../model/booking.ts';
import type { BookingResponse } from '../model/booking-contract.ts';
import { choicesOf, editProblems, formOfBooking, isRefunding } from '../model/booking-form.ts';

/** Side panel that edits a booking. What was paid for is shown read-only. */
export function EditBooking({ booking }: { booking: BookingResponse | null }) {
  const t = useTranslator();
  return (
    <SidePanel title={t('admin.bookings.edit.title')} open={booking !== null} holdsForm>
      {booking && <Fields key={booking.booking_id} booking={booking} />}
    </SidePanel>
  );
}

function Fields({ booking }: { booking: BookingResponse }) {
  const t = useTranslator();
  const close = useClosePanel();
  const values = formOfBooking(booking);
  const [edited, setEdited] = useState<Record<string, string>>(values);
  const update = ({ target: { name, value } }: React.ChangeEvent<HTMLSelectElement>) =>
    setEdited((before) => ({ ...before, [name]: value }));
  const { statuses, payments } = choicesOf(booking);
  const paidFor = (name: 'user_id' | 'car_id' | 'total_price' | 'paid_price' | 'transaction_id', label: string) => (
    <TextField name={name} label={label} defaultValue={values[name]} readOnly required />
  );
  const dates = { type: 'date', required: true, readOnly: booking.RentSell === 'Sell' } as const;
  return (
    <EditForm
      name="booking edit"
      version={booking.version}
      values={values}
      check={(typed) => editProblems(typed, booking)}
      onDone={close}
    >
      <input type="hidden" name="id" value={booking._id} />
      <input type="hidden" name="RentSell" value={values.RentSell} />
      <input type="hidden" name="listing_id" value={values.listing_id} />
      <p className="text-ink-soft">{t('admin.bookings.edit.hint')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="booking_status"
          label={t('admin.bookings.field.status')}
          defaultValue={values.booking_status}
          onChange={update}
          options={statuses.map((value) => ({ value, label: t(`admin.bookings.status.${value}`) }))}
        />
        <SelectField
          name="payment_status"
          label={t('admin.bookings.field.payment')}
          defaultValue={values.payment_status}
          onChange={update}
          options={payments.map((value) => ({ value, label: t(`admin.bookings.payment.${value}`) }))}
        />
        {paidFor('user_id', t('admin.bookings.column.user'))}
        {paidFor('car_id', t('admin.bookings.column.car'))}
        <TextField
          name="booking_start_date"
          label={t('admin.bookings.field.start')}
          defaultValue={values.booking_start_date}
          {...dates}
        />
        <TextField
          name="booking_end_date"
          label={t('admin.bookings.field.end')}
          hint={booking.RentSell === 'Rent' ? t('admin.bookings.field.lastDay') : undefined}
          defaultValue={values.booking_end_date}
          {...dates}
        />
        {paidFor('total_price', t('admin.bookings.field.total'))}
        {paidFor('paid_price', t('admin.bookings.field.paid'))}
      </div>
      {paidFor('transaction_id', t('admin.bookings.field.transaction'))}
      <RefundConfirmation booking={booking} refunds={isRefunding(edited, booking)} />
    </EditForm>
  );
}

/** The checkbox that confirms a refund. Also shown after a save was refused for lack of it. */
function RefundConfirmation({ booking, refunds }: { booking: BookingResponse; refunds: boolean }) {
  const t = useTranslator();
  const refused = useFormState().problems.understood !== undefined;
  if (!refunds && !refused) return null;
  return (
    <div className="rounded-md border border-waiting bg-waiting-ground px-3 py-1">
      <CheckField
        name="understood"
        label={t('admin.bookings.edit.givesBack', {
          amount: t.dollars(refundableAmount(booking)),
          cars: booking.cars_of_order.length,
        })}
      />
      {booking.cars_of_order.length > 1 && <OrderCarNames names={booking.cars_of_order} />}
    </div>
  );
}
