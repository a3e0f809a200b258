import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { amountProblems } from '#features/orders/orders/admin/typed-amount.ts';
import { type ChargeKind, MAX_RENTAL_CENTS } from '#features/orders/orders/model/rental-money.ts';
import { isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/file-transfer.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { centsOf } from '#lib/money.ts';
import { showToast } from '#lib/pages/toast-store.ts';
import { newRandomKey } from '#lib/random-key.ts';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SubmitButton } from '#ui/forms/action-form.tsx';
import { ChoiceField } from '#ui/forms/choice-field.tsx';
import { FIELD, FormContext, FormField, SelectField, TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { rentalCalls } from '../../office-calls.ts';

/** A charge that the handover protocols suggest, without an amount. */
export type ChargeProposal = { kind: ChargeKind; reason: string; evidence: { label: string; url: string }[] };

type ChargeDialogProps = {
  order: { id: number; heldCents: number };
  /** Kinds that the order allows now. */
  kinds: readonly ChargeKind[];
  proposals: ChargeProposal[];
  open: boolean;
  onClose: () => void;
};

/** Charges a renter, with photos and PDFs as evidence. */
export function ChargeDialog({ open, ...form }: ChargeDialogProps) {
  const t = useTranslator();
  return (
    <Dialog title={t('admin.orders.charge.title')} open={open} onClose={form.onClose} holdsForm>
      <ChargeForm {...form} />
    </Dialog>
  );
}

function ChargeForm({ order: { id, heldCents }, kinds, proposals: all, onClose }: Omit<ChargeDialogProps, 'open'>) {
  const t = useTranslator();
  const proposals = all.filter(({ kind }) => kinds.includes(kind));
  const files = useId();
  const { state, send, clear } = useChargeForm(id, onClose);
  const [chosen, setChosen] = useState(0);
  const proposal = proposals[chosen];
  return (
    <form noValidate onSubmit={send} onInput={clear} className="grid gap-5">
      <FormContext value={state}>
        <p>
          {heldCents > 0
            ? t('admin.orders.charge.text', { amount: t.cents(heldCents) })
            : t('admin.orders.charge.textUnsecured')}
        </p>
        {proposals.length > 0 && <Proposals proposals={proposals} chosen={chosen} onChoose={setChosen} />}
        <SelectField
          key={`kind ${chosen}`}
          name="kind"
          label={t('admin.orders.charge.kind')}
          defaultValue={proposal?.kind ?? (kinds.includes('damage') ? 'damage' : kinds[0])}
          options={kinds.map((value) => ({ value, label: t(`orders.charge.${value}`) }))}
        />
        <TextField
          name="amount"
          label={t('admin.orders.take.amount')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={13}
          hint={proposal && t('admin.orders.charge.amountHint')}
          required
        />
        <TextAreaField
          key={`reason ${chosen}`}
          defaultValue={proposal?.reason}
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

type ProposalsProps = { proposals: ChargeProposal[]; chosen: number; onChoose: (index: number) => void };

/** Suggested charges with their photos. The last choice is another charge. */
function Proposals({ proposals, chosen, onChoose }: ProposalsProps) {
  const t = useTranslator();
  const evidence = proposals[chosen]?.evidence ?? [];
  const names = [...proposals.map(({ kind }) => t(`orders.charge.${kind}`)), t('admin.orders.charge.other')];
  return (
    <div className="grid gap-3 rounded-md bg-sunken p-4">
      <ChoiceField
        name="proposal"
        label={t('admin.orders.charge.proposed')}
        value={String(chosen)}
        options={names.map((label, index) => ({ value: String(index), label }))}
        onChoose={(value) => onChoose(Number(value))}
      />
      {evidence.length > 0 && (
        <p className="flex flex-wrap gap-x-4 text-sm">
          {evidence.map(({ label, url }) => (
            <a key={url} href={url} download className={TEXT_LINK}>
              {label}
            </a>
          ))}
        </p>
      )}
    </div>
  );
}

/** Form state and submission. The key makes repeated clicks one charge. */
function useChargeForm(id: number, onDone: () => void) {
  const t = useTranslator();
  const { revalidate } = useRevalidator();
  const [key] = useState(newRandomKey);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const send = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const wrong: Record<string, string> = {};
    if (amountProblems(Object.fromEntries(data), MAX_RENTAL_CENTS)) wrong.amount = t('admin.orders.charge.amountWrong');
    if (String(data.get('reason') ?? '').trim() === '') wrong.reason = t('admin.payments.refund.reasonMissing');
    setProblems(wrong);
    if (busy || Object.keys(wrong).length > 0) return;
    data.set('amount_cents', String(centsOf(Number(data.get('amount')))));
    data.set('key', key);
    data.delete('amount');
    data.delete('proposal');
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
