import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/send-form.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { centsOf } from '#lib/money.ts';
import { showToast } from '#lib/pages/toast-store.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FIELD, FormContext, FormField } from '#ui/forms/form-field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { newReceiptKey } from '../client/receipt-key.ts';
import { rentalCalls } from '../model/rental-calls.ts';
import { CHARGE_KINDS, MAX_RENTAL_CENTS } from '../model/rental-money.ts';
import { cashProblems } from './order-actions.ts';

type ChargeDialogProps = { order: { id: number; heldCents: number }; open: boolean; onClose: () => void };

/** Charges a renter, with photos and PDFs as evidence. */
export function ChargeDialog({ open, ...form }: ChargeDialogProps) {
  const t = useTranslator();
  return (
    <Dialog title={t('admin.orders.charge.title')} open={open} onClose={form.onClose} holdsForm>
      <ChargeForm {...form} />
    </Dialog>
  );
}

function ChargeForm({ order: { id, heldCents }, onClose }: Omit<ChargeDialogProps, 'open'>) {
  const t = useTranslator();
  const files = useId();
  const { state, send, clear } = useChargeForm(id, onClose);
  return (
    <form noValidate onSubmit={send} onInput={clear} className="grid gap-5">
      <FormContext value={state}>
        <p>{t('admin.orders.charge.text', { amount: t.cents(heldCents) })}</p>
        <SelectField
          name="kind"
          label={t('admin.orders.charge.kind')}
          defaultValue="damage"
          options={CHARGE_KINDS.map((value) => ({ value, label: t(`orders.charge.${value}`) }))}
        />
        <TextField
          name="amount"
          label={t('admin.orders.take.amount')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={13}
          required
        />
        <TextAreaField
          name="reason"
          label={t('admin.orders.charge.reason')}
          hint={t('admin.orders.charge.reasonHint')}
          maxLength={500}
          rows={3}
          required
        />
        <FormField
          id={files}
          name="evidence"
          label={t('admin.orders.charge.evidence')}
          hint={t('admin.orders.charge.evidenceHint')}
        >
          <input
            id={files}
            name="evidence"
            type="file"
            accept="image/jpeg,image/png,image/gif,image/webp,application/pdf"
            multiple
            aria-describedby={`${files}-hint`}
            className={`${FIELD} py-2.5`}
          />
        </FormField>
        <div className="flex flex-wrap gap-2">
          <SubmitButton kind="danger" busy={t('admin.orders.charge.saving')}>
            {t('admin.orders.charge')}
          </SubmitButton>
          <Button onClick={onClose}>{t('admin.confirm.cancel')}</Button>
        </div>
      </FormContext>
    </form>
  );
}

/** Form state and submission. The key makes repeated clicks one charge. */
function useChargeForm(id: number, onDone: () => void) {
  const t = useTranslator();
  const { revalidate } = useRevalidator();
  const [key] = useState(newReceiptKey);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const send = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const wrong: Record<string, string> = {};
    if (cashProblems(Object.fromEntries(data), MAX_RENTAL_CENTS)) wrong.amount = t('admin.orders.charge.amountWrong');
    if (String(data.get('reason') ?? '').trim() === '') wrong.reason = t('admin.payments.refund.reasonMissing');
    setProblems(wrong);
    if (busy || Object.keys(wrong).length > 0) return;
    data.set('amount_cents', String(centsOf(Number(data.get('amount')))));
    data.set('key', key);
    data.delete('amount');
    // A file input without a choice sends an empty file.
    const chosen = data.getAll('evidence').filter((file) => file instanceof File && file.size > 0);
    data.delete('evidence');
    for (const file of chosen) data.append('evidence', file);
    setBusy(true);
    try {
      await sendForm(rentalCalls.charge, data, { params: { id } });
      showToast(t('admin.orders.charged'));
      onDone();
      void revalidate();
    } catch (error) {
      if (!isApiFailure(error) && !isNetworkError(error)) throw error;
      showToast(isApiFailure(error) ? error.message : t('ui.unreachable'), 'failed');
    } finally {
      setBusy(false);
    }
  };
  const clear = ({ target }: React.FormEvent) => {
    const { [(target as HTMLInputElement).name]: cleared, ...rest } = problems;
    if (cleared !== undefined) setProblems(rest);
  };
  return { state: { problems, values: {}, busy }, send, clear };
}
