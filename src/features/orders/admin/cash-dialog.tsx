import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { CASH_METHODS } from '../model/cash-method.ts';
import { cashProblems } from './order-actions.ts';

type CashDialogProps = { order: { id: number; openCents: number }; open: boolean; onClose: () => void };

/** Records money that staff took in person. */
export function CashDialog({ open, ...form }: CashDialogProps) {
  const t = useTranslator();
  return (
    <Dialog title={t('admin.orders.take.title')} open={open} onClose={form.onClose} holdsForm>
      <CashForm {...form} />
    </Dialog>
  );
}

function CashForm({ order: { id, openCents }, onClose }: Omit<CashDialogProps, 'open'>) {
  const t = useTranslator();
  // One key for each time the dialog opens, so that a second press or a retry after a lost response records nothing twice.
  const [key] = useState(newReceiptKey);
  return (
    <ActionForm name="order cash" check={(values) => cashProblems(values, openCents)} onDone={onClose}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="key" value={key} />
      <p>{t('admin.orders.take.text', { amount: t.cents(openCents) })}</p>
      <TextField
        name="amount"
        label={t('admin.orders.take.amount')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={13}
        defaultValue={amountOf(openCents).toFixed(2)}
        required
      />
      <SelectField
        name="method"
        label={t('admin.orders.take.method')}
        defaultValue="cash"
        options={CASH_METHODS.map((value) => ({ value, label: t(`admin.orders.cash.method.${value}`) }))}
      />
      <TextField
        name="note"
        label={t('admin.orders.take.note')}
        hint={t('admin.orders.take.noteHint')}
        autoComplete="off"
        maxLength={500}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton busy={t('admin.orders.take.saving')}>{t('admin.orders.take.save')}</SubmitButton>
        <Button onClick={onClose}>{t('admin.confirm.cancel')}</Button>
      </div>
    </ActionForm>
  );
}

/** Returns 128 random bits. `crypto.randomUUID` is missing on pages without HTTPS. */
function newReceiptKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
