import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { refundProblems } from './payment-actions.ts';

type RefundDialogProps = {
  /** `amount`: the maximum; `offered`: the suggested amount, if less. */
  payment: { id: number; transaction: string; amount: number; offered?: number };
  open: boolean;
  onClose: () => void;
};

/** Asks for amount and reason of a refund, which cannot be undone. */
export function RefundDialog({
  payment: { id, transaction, amount, offered = amount },
  open,
  onClose,
}: RefundDialogProps) {
  const t = useTranslator();
  const max = t.dollars(amount);
  return (
    <Dialog title={t('admin.payments.refund.title', { transaction })} open={open} onClose={onClose} holdsForm>
      <ActionForm name="refund" check={(values) => refundProblems(values, amount)} onDone={onClose}>
        <input type="hidden" name="payment" value={id} />
        <p>{t('admin.payments.refund.text', { amount: max })}</p>
        <TextField
          name="amount"
          label={t('admin.payments.refund.amount')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={13}
          defaultValue={offered.toFixed(2)}
          required
        />
        <TextField
          name="keeps"
          label={t('admin.payments.refund.keeps')}
          hint={t('admin.payments.refund.keepsHint')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={13}
          defaultValue="0.00"
        />
        <TextAreaField name="reason" label={t('admin.payments.refund.reason')} maxLength={500} rows={3} required />
        <div className="flex flex-wrap gap-2">
          <SubmitButton kind="danger" busy={t('admin.payments.refunding')}>
            {t('admin.payments.refund')}
          </SubmitButton>
          <Button onClick={onClose}>{t('admin.confirm.cancel')}</Button>
        </div>
      </ActionForm>
    </Dialog>
  );
}
