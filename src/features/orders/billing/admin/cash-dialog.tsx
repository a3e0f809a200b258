import { useState } from 'react';
import { adminOrderCalls, cashReturnCalls, rentalCalls } from '#features/orders/office-calls.ts';
import { amountProblems } from '#features/orders/orders/admin/typed-amount.ts';
import { CASH_METHODS, type CashMethod, TAKEN_METHODS, type TakenMethod } from '#features/orders/orders/model/order.ts';
import { reasonOf } from '#features/payments/payments/admin/payment-actions.ts';
import { groupedAccount } from '#features/site/operator/model/bank-account.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf, centsOf } from '#lib/money.ts';
import { type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import { newRandomKey } from '#lib/random-key.ts';
import { NeedsSecond } from '#ui/admin/needs-second.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextField } from '#ui/forms/fields.tsx';

/** Staff take or return a payment of the order, or its security deposit. Amounts are in cents. */
export type CashAct = {
  what: 'payment' | 'cashReturn' | 'taken' | 'returned';
  suggestedCents: number;
  maxCents: number;
  /** What the viewer may record without a second person. */
  aloneCents: number;
  /** The methods that always need one, and why; null for money that one person counted. */
  byTwo: readonly string[];
  why?: string | null;
};
/** The bank account of the buyer in force. `full`: for roles that see bank accounts. */
type PayoutAccount = {
  id: number;
  holder: string;
  account_end: string;
  full: { bank: string; account: string; bic: string } | null;
};
type CashDialogProps = {
  orderId: number;
  act: CashAct;
  /** Null disables returns by transfer. */
  account: PayoutAccount | null;
  open: boolean;
  onClose: () => void;
};

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

function CashForm({ orderId, act, account, onClose }: Omit<CashDialogProps, 'open'>) {
  const t = useTranslator();
  // One key per opened dialog makes repeated submissions idempotent.
  const [key] = useState(newRandomKey);
  const { what, suggestedCents, maxCents } = act;
  const [cents, setCents] = useState(suggestedCents);
  const [method, setMethod] = useState('cash');
  const isReturn = what === 'cashReturn';
  const givesBack = isReturn || what === 'returned';
  const methods = METHODS[what].filter((each) => each !== 'transfer' || account !== null);
  return (
    <ActionForm name={FORMS[what]} check={(values) => amountProblems(values, maxCents, isReturn)} onDone={onClose}>
      <input type="hidden" name="id" value={orderId} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="kind" value={what} />
      {givesBack && account && <input type="hidden" name="account" value={account.id} />}
      <p>{t(`admin.orders.take.text.${what}`, { amount: t.cents(suggestedCents) })}</p>
      <TextField
        name="amount"
        label={t('admin.orders.take.amount')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={13}
        defaultValue={suggestedCents > 0 ? amountOf(suggestedCents).toFixed(2) : ''}
        onChange={({ target: { value } }) => setCents(centsOf(Number(value)))}
        required
      />
      <SelectField
        name="method"
        label={t(isReturn ? 'admin.orders.take.methodBack' : 'admin.orders.take.method')}
        defaultValue="cash"
        onChange={({ target: { value } }) => setMethod(value)}
        options={methods.map((value) => ({
          value,
          label: t(`admin.orders.cash.method.${value}`),
        }))}
      />
      {givesBack && <AccountToPay account={account} />}
      <Second act={act} cents={cents} method={method} />
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

/** Says whether the typed amount needs a second person, or from which amount on. */
function Second({
  act: { aloneCents, byTwo, maxCents, why },
  ...typed
}: {
  act: CashAct;
  cents: number;
  method: string;
}) {
  const t = useTranslator();
  if (byTwo.includes(typed.method)) return <NeedsSecond>{why ?? t('admin.orders.take.byTwo')}</NeedsSecond>;
  const above = t('admin.second.above', { amount: t.cents(aloneCents) });
  if (typed.cents > aloneCents) return <NeedsSecond>{above}</NeedsSecond>;
  return aloneCents < maxCents ? <p className="text-sm">{above}</p> : null;
}

/** Where a transfer goes: only to the account that the buyer entered. */
function AccountToPay({ account }: Pick<CashDialogProps, 'account'>) {
  const t = useTranslator();
  if (!account) return <p className="text-ink-soft text-sm">{t('admin.orders.take.noAccount')}</p>;
  const { holder, account_end: end, full } = account;
  return (
    <p className="wrap-anywhere text-sm">
      {t('admin.orders.take.account')}
      <br />
      {full ? (
        <>
          {holder}, {full.bank}
          <br />
          <span className="figures">
            {groupedAccount(full.account)} · {full.bic}
          </span>
        </>
      ) : (
        t('admin.orders.take.accountEnd', { holder, end })
      )}
    </p>
  );
}

/** Form actions about money that changes hands in person. */

const takeCash: FormAction = async ({ api, t, values: { id = '', key = '', method = '', amount = '', note = '' } }) => {
  try {
    const body = { key, method: method as TakenMethod, amount_cents: centsOf(Number(amount)), note };
    const { message } = await api.call(adminOrderCalls.cash, { params: { id }, body });
    return { done: true, message };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

/** The account of the buyer that the dialog showed. */
const seen = (account: string) => (account === '' ? {} : { account_id: Number(account) });

const returnCash: FormAction = async ({
  api,
  t,
  values: { id = '', key = '', method = '', amount = '', note = '', account = '' },
}) => {
  try {
    const body = {
      key,
      method: method === 'transfer' ? 'transfer' : 'cash',
      amount_cents: centsOf(Number(amount)),
      note,
      ...seen(account),
    } as const;
    return outcomeOf(await api.call(cashReturnCalls.give, { params: { id }, body }));
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

const moveSecurity: FormAction = async ({
  api,
  t,
  values: { id = '', key = '', kind = '', method = '', amount = '', note = '', account = '' },
}) => {
  try {
    const body = {
      key,
      kind: kind === 'taken' ? 'taken' : 'returned',
      method: method as CashMethod,
      amount_cents: centsOf(Number(amount)),
      note,
      ...seen(account),
    } as const;
    const { message } = await api.call(rentalCalls.security, { params: { id }, body });
    return { done: true, message };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

export const cashActions: Record<string, FormAction> = {
  'order cash': takeCash,
  'order cash return': returnCash,
  'order security': moveSecurity,
};
