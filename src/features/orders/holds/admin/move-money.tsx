import { useState } from 'react';
import { amountProblems } from '#features/orders/orders/admin/typed-amount.ts';
import { reasonOf } from '#features/payments/payments/admin/payment-actions.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { amountOf, centsOf } from '#lib/money.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { newRandomKey } from '#lib/random-key.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { adminOrderCalls } from '../../office-calls.ts';

type MoveMoneyProps = { orderId: number; overpaidCents: number; open: boolean; onClose: () => void };

/** Moves a surplus of an order to another order of its buyer. */
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
  // One key per opened dialog makes repeated submissions idempotent.
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

/** The number of an order, with or without its letters and zeros. */
const ORDER = /^\s*(?:CQ-)?0*([1-9]\d{0,14})\s*$/i;

/** Checks what was typed to move overpaid money; null if it is valid. */
function moveProblems(values: Record<string, unknown>, maxCents: number): Record<string, MessageKey> | null {
  const problems = amountProblems(values, maxCents, true) ?? {};
  if (problems.amount) problems.amount = 'admin.orders.move.amountWrong';
  if (typeof values.to !== 'string' || !ORDER.test(values.to)) problems.to = 'admin.orders.move.toWrong';
  return Object.keys(problems).length === 0 ? null : problems;
}

const moveMoney: FormAction = async ({ api, t, values: { id = '', key = '', to = '', amount = '', note = '' } }) => {
  try {
    const body = {
      key,
      to_order_id: Number(ORDER.exec(to)?.[1]),
      amount_cents: centsOf(Number(amount)),
      reason: note,
    };
    await api.call(adminOrderCalls.move, { params: { id }, body });
    return { done: true, message: t('admin.orders.move.done') };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

const undoMove: FormAction = async ({ api, t, values: { id = '', key = '', reason = '' } }) => {
  if (reason.trim() === '') return { done: false, fields: { reason: t('admin.orders.take.reasonMissing') } };
  try {
    const { waits } = await api.call(adminOrderCalls.undoMove, {
      params: { id, key },
      body: { reason: reason.trim() },
    });
    return { done: true, message: t(waits ? 'admin.orders.move.waits' : 'admin.orders.move.undone') };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

export const moneyMoveActions: Record<string, FormAction> = {
  'order money move': moveMoney,
  'order move undo': undoMove,
};
