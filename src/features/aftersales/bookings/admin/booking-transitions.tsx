import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { OrderCarNames } from '../components/order-car-names.tsx';
import type { BookingStatus } from '../model/booking.ts';
import { refundableAmount } from '../model/booking.ts';
import type { BookingResponse } from '../model/booking-contract.ts';
import { formOfBooking } from '../model/booking-form.ts';

type TransitionDialogProps = { booking: BookingResponse; open: boolean; onClose: () => void };

/** Form values that change only the status. */
function valuesWithStatus(status: BookingStatus, booking: BookingResponse): Record<string, string> {
  const { _id: id, version } = booking;
  return { id, version: String(version), ...formOfBooking(booking), booking_status: status };
}

export function CompleteDialog({ booking, open, onClose }: TransitionDialogProps) {
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
 * Cancels with a refund of all that is left. For another amount, the administrator refunds instead, which also cancels.
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
