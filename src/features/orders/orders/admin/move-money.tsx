import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { newRandomKey } from '#lib/random-key.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { moveProblems } from './order-actions.ts';

type MoveMoneyProps = { orderId: number; overpaidCents: number; open: boolean; onClose: () => void };

/** Moves what was received beyond the cost of an order to another order of its buyer. */
export function MoveMoney({ open, ...form }: MoveMoneyProps) {
  const t = useTranslator();
  return (
    <Dialog title={t('admin.orders.move')} open={open} onClose={form.onClose} holdsForm>
      <MoveForm {...form} />
    </Dialog>
  );
}

function MoveForm({ orderId, overpaidCents, onClose }: Omit<MoveMoneyProps, 'open'>) {
  const t = useTranslator();
  // One key for each time the dialog opens, so that a second press or a retry after a lost response moves nothing twice.
  const [key] = useState(newRandomKey);
  return (
    <ActionForm name="order money move" check={(values) => moveProblems(values, overpaidCents)} onDone={onClose}>
      <input type="hidden" name="id" value={orderId} />
      <input type="hidden" name="key" value={key} />
      <p>{t('admin.orders.move.text', { amount: t.cents(overpaidCents) })}</p>
      <TextField
        name="to"
        label={t('admin.orders.move.to')}
        hint={t('admin.orders.move.toHint')}
        autoComplete="off"
        maxLength={20}
        required
      />
      <TextField
        name="amount"
        label={t('admin.orders.take.amount')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={13}
        defaultValue={amountOf(overpaidCents).toFixed(2)}
        required
      />
      <TextField name="note" label={t('admin.orders.take.reason')} autoComplete="off" maxLength={500} required />
      <div className="flex flex-wrap gap-2">
        <SubmitButton busy={t('admin.orders.take.saving')}>{t('admin.orders.move.save')}</SubmitButton>
        <Button onClick={onClose}>{t('admin.confirm.cancel')}</Button>
      </div>
    </ActionForm>
  );
}
