import { useState } from 'react';
import type { AdminPaymentDetail } from '#features/payments/payments/model/admin-payment-contract.ts';
import { groupedAccount } from '#features/site/operator/model/bank-account.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx';
import { NeedsSecond } from '#ui/admin/needs-second.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { mayReturn, maySend, refundProblems, refundWaits, type ShownRefund } from './payment-actions.ts';

type Chosen = { what: 'sent' | 'returned'; refund: ShownRefund };

/** Returns the list of a payment's refunds, and the dialogs that its buttons open. */
export function usePaymentRefunds(payment: AdminPaymentDetail | undefined) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  if (!payment || payment.refunds.length === 0) return { list: null, dialogs: null };
  const close = () => setChosen(null);
  return {
    list: <RefundList payment={payment} onChoose={setChosen} />,
    dialogs: (
      <>
        {payment.refunds.some((refund) => maySend(payment, refund)) && (
          <SentDialog payment={payment} refund={chosen?.what === 'sent' ? chosen.refund : null} onClose={close} />
        )}
        {payment.refunds.some((refund) => mayReturn(payment, refund)) && (
          <ReturnedDialog
            payment={payment}
            refund={chosen?.what === 'returned' ? chosen.refund : null}
            onClose={close}
          />
        )}
      </>
    ),
  };
}

type ListProps = { payment: AdminPaymentDetail; onChoose: (chosen: Chosen) => void };

/** All refunds that we asked for, with what became of each. */
function RefundList({ payment, onChoose }: ListProps) {
  const t = useTranslator();
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{t('admin.payments.refunds')}</h3>
      <ol className="grid gap-2">
        {payment.refunds.map((refund) => (
          <li key={refund.id} className="grid gap-1 rounded-md border border-line p-3">
            <p className="figures">{refundText(t, payment, refund)}</p>
            <p className="wrap-anywhere text-ink-soft text-sm">
              <UtcTime time={refund.asked_at} /> · {refund.reason}
            </p>
            {refundWaits(payment, refund) && <Target refund={refund} target={payment.refund_target} />}
            {maySend(payment, refund) && (
              <Button
                kind="action"
                onClick={() => onChoose({ what: 'sent', refund })}
                className="noscript:hidden justify-self-start"
              >
                {t('admin.payments.refundSent')}
              </Button>
            )}
            {mayReturn(payment, refund) && (
              <Button
                onClick={() => onChoose({ what: 'returned', refund })}
                className="noscript:hidden justify-self-start"
              >
                {t('admin.payments.refundReturned')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function refundText(t: Translator, payment: AdminPaymentDetail, refund: ShownRefund): string {
  const amount = { amount: t.dollars(refund.amount) };
  if (refund.done) {
    const { sent_at: sentAt, account_end: end } = refund;
    return sentAt !== null && end !== null
      ? t('admin.payments.field.refundSentTo', { ...amount, end, time: t.utcTime(sentAt) })
      : t('admin.payments.field.refundDone', amount);
  }
  if (refundWaits(payment, refund)) return t('admin.payments.field.refundToSend', amount);
  return t(refund.failed === null ? 'admin.payments.field.refundRunning' : 'admin.payments.field.refundNot', amount);
}

type TargetProps = { refund: ShownRefund; target: AdminPaymentDetail['refund_target'] };

/** What a refund by transfer waits for, and the account that it goes to for those who may see it. */
function Target({ refund, target }: TargetProps) {
  const t = useTranslator();
  return (
    <>
      <p className="text-sm text-waiting">{waitingText(t, refund)}</p>
      {target?.account && <Account account={target.account} />}
    </>
  );
}

function waitingText(t: Translator, { step, account_at: time }: ShownRefund): string {
  switch (step) {
    case 'car':
    case 'check':
    case 'account':
      return t(`admin.payments.refundStep.${step}`);
    case 'account_waits':
      return t('admin.payments.refundStep.account_waits', { time: time === null ? '' : t.utcTime(time) });
    default:
      return t('admin.payments.refundStep.ready');
  }
}

function Account({ account }: { account: NonNullable<NonNullable<TargetProps['target']>['account']> }) {
  const { holder, bank, account: number, bic } = account;
  return (
    <p className="wrap-anywhere">
      {holder}
      <br />
      {bank}
      <br />
      <span className="figures">
        {groupedAccount(number)} · {bic}
      </span>
    </p>
  );
}

/** `refund`: null while the dialog is closed. */
type DialogProps = { payment: AdminPaymentDetail; refund: ShownRefund | null; onClose: () => void };

/** Records that finance has sent a refund: to the account of the buyer or, with a reason, back to the payer. */
function SentDialog({ payment, refund, onClose }: DialogProps) {
  const t = useTranslator();
  const { account = null, payer = null } = payment.refund_target ?? {};
  return (
    <ConfirmDialog
      title={t('admin.payments.refundSent.title', { amount: t.dollars(refund?.amount ?? 0) })}
      text={t('admin.payments.refundSent.text')}
      open={refund !== null}
      onClose={onClose}
      form="refund sent"
      values={{ payment: payment.id, refund: refund?.id ?? 0, ...(account && { account: account.id }) }}
      confirm={t('admin.payments.refundSent')}
      busy={t('admin.payments.refundSent.saving')}
    >
      {refund?.second && <NeedsSecond>{t(`refund.sent.why.${refund.second}`)}</NeedsSecond>}
      {account && <Account account={account} />}
      {!account && payer && (
        <>
          <p className="wrap-anywhere">
            {t('admin.payments.refundSent.payer', { name: payer.name ?? '', account: groupedAccount(payer.account) })}
          </p>
          <TextAreaField
            name="payer_reason"
            label={t('admin.payments.refundSent.payerReason')}
            maxLength={500}
            rows={2}
            required
          />
        </>
      )}
      <TextField
        name="reference"
        label={t('admin.payments.refundSent.reference')}
        hint={t('admin.payments.refundSent.referenceHint')}
        maxLength={100}
        autoComplete="off"
      />
    </ConfirmDialog>
  );
}

/** Records that the bank returned a refund. */
function ReturnedDialog({ payment, refund, onClose }: DialogProps) {
  const t = useTranslator();
  return (
    <ConfirmDialog
      title={t('admin.payments.refundReturned.title', { amount: t.dollars(refund?.amount ?? 0) })}
      text={t('admin.payments.refundReturned.text')}
      open={refund !== null}
      onClose={onClose}
      form="refund returned"
      values={{ payment: payment.id, refund: refund?.id ?? 0 }}
      confirm={t('admin.payments.refundReturned')}
      busy={t('admin.payments.refundSent.saving')}
    >
      <TextField
        name="reason"
        label={t('admin.payments.refundReturned.reason')}
        maxLength={100}
        autoComplete="off"
        required
      />
    </ConfirmDialog>
  );
}

type RefundDialogProps = {
  /** `amount`: the maximum; `offered`: the suggested amount, if less. */
  payment: { id: number; transaction: string; amount: number; offered?: number };
  /** What one person may refund alone, and why the order gives money back only by two people. */
  second?: { alone: number; why: string | null };
  open: boolean;
  onClose: () => void;
};

/** Asks for amount and reason of a refund, which cannot be undone. */
export function RefundDialog({
  payment: { id, transaction, amount, offered = amount },
  second,
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
        {second?.why && <NeedsSecond>{second.why}</NeedsSecond>}
        {second && !second.why && second.alone < amount && (
          <p className="text-sm">{t('admin.second.above', { amount: t.dollars(second.alone) })}</p>
        )}
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
