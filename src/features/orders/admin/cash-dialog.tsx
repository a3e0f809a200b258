import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { newRandomKey } from '#lib/random-key.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { CASH_METHODS, TAKEN_METHODS } from '../model/cash-method.ts';
import { cashProblems } from './order-actions.ts';

/** Money that changes hands in person: a payment of the order that is taken or given back, or its security deposit. */
export type CashAct = {
  what: 'payment' | 'cashReturn' | 'taken' | 'returned';
  suggestedCents: number;
  maxCents: number;
};
type CashDialogProps = { orderId: number; act: CashAct; open: boolean; onClose: () => void };

const FORMS = {
  payment: 'order cash',
  cashReturn: 'order cash return',
  taken: 'order security',
  returned: 'order security',
} as const;
const METHODS = {
  payment: TAKEN_METHODS,
  cashReturn: ['cash', 'transfer'],
  taken: TAKEN_METHODS,
  returned: CASH_METHODS,
} as const;

/** Records money that staff took or gave back in person. */
export function CashDialog({ open, ...form }: CashDialogProps) {
  const t = useTranslator();
  return (
    <Dialog title={t(`admin.orders.take.title.${form.act.what}`)} open={open} onClose={form.onClose} holdsForm>
      <CashForm {...form} />
    </Dialog>
  );
}

function CashForm({ orderId, act: { what, suggestedCents, maxCents }, onClose }: Omit<CashDialogProps, 'open'>) {
  const t = useTranslator();
  // One key for each time the dialog opens, so that a second press or a retry after a lost response records nothing twice.
  const [key] = useState(newRandomKey);
  const isReturn = what === 'cashReturn';
  return (
    <ActionForm name={FORMS[what]} check={(values) => cashProblems(values, maxCents, isReturn)} onDone={onClose}>
      <input type="hidden" name="id" value={orderId} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="kind" value={what} />
      <p>{t(`admin.orders.take.text.${what}`, { amount: t.cents(suggestedCents) })}</p>
      <TextField
        name="amount"
        label={t('admin.orders.take.amount')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={13}
        defaultValue={suggestedCents > 0 ? amountOf(suggestedCents).toFixed(2) : ''}
        required
      />
      <SelectField
        name="method"
        label={t(isReturn ? 'admin.orders.take.methodBack' : 'admin.orders.take.method')}
        defaultValue="cash"
        options={METHODS[what].map((value) => ({
          value,
          label: t(`admin.orders.cash.method.${value}`),
        }))}
      />
      <TextField
        name="note"
        label={t(isReturn ? 'admin.orders.take.reason' : 'admin.orders.take.note')}
        hint={t(isReturn ? 'admin.orders.take.reasonHint' : 'admin.orders.take.noteHint')}
        autoComplete="off"
        maxLength={500}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton busy={t('admin.orders.take.saving')}>{t(`admin.orders.take.save.${what}`)}</SubmitButton>
        <Button onClick={onClose}>{t('admin.confirm.cancel')}</Button>
      </div>
    </ActionForm>
  );
}
