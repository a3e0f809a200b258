import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { AdminClaimResponse } from '../model/admin-claim-contract.ts';
import { decisionOf } from '../model/decision.ts';
import { typedCents } from './claim-actions.ts';

/** Splits the frozen money. The sums and what follows from them are shown while the amounts are typed. */
export function DecisionForm({ claim: { claim, money, limit_cents: limit } }: { claim: AdminClaimResponse }) {
  const t = useTranslator();
  const [buyer, setBuyer] = useState('');
  const [seller, setSeller] = useState('');
  const [toBuyerCents, toSellerCents] = [typedCents(buyer), typedCents(seller)];
  const facts = {
    life: money.is_active ? ('active' as const) : ('completed' as const),
    frozenCents: money.frozen_cents,
    paidOutCents: money.paid_out_cents,
    openCents: money.open_cents,
    refundableCents: money.refundable_cents,
    sellersCents: money.sellers_cents,
  };
  const decision =
    toBuyerCents === null || toSellerCents === null ? null : decisionOf({ toBuyerCents, toSellerCents }, facts);
  const amounts = {
    frozen: t.cents(money.frozen_cents),
    refundable: t.cents(money.refundable_cents),
    paidOut: t.cents(money.paid_out_cents),
    open: t.cents(money.open_cents),
    share: t.cents(money.sellers_cents),
  };
  /** Fills in the other side, so that the parts add up. */
  const typeBuyer = ({ currentTarget: { value } }: React.FormEvent<HTMLInputElement>) => {
    setBuyer(value);
    const cents = typedCents(value);
    if (cents !== null) setSeller((Math.max(money.frozen_cents - cents, 0) / 100).toFixed(2));
  };
  return (
    <ActionForm name="decide">
      <input type="hidden" name="id" value={claim.id} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="to_buyer"
          label={t('admin.claims.toBuyer')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={13}
          value={buyer}
          onInput={typeBuyer}
          required
        />
        <TextField
          name="to_seller"
          label={t('admin.claims.toSeller')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={13}
          value={seller}
          onInput={({ currentTarget: { value } }) => setSeller(value)}
          required
        />
      </div>
      <output className="grid gap-1" aria-live="polite">
        <span className="figures">
          {t('admin.claims.sum', {
            sum: t.cents((toBuyerCents ?? 0) + (toSellerCents ?? 0)),
            frozen: t.cents(money.frozen_cents),
          })}
        </span>
        {typeof decision === 'string' && (
          <span className="text-danger">{t(`admin.claims.split.${decision}`, amounts)}</span>
        )}
        {decision !== null && typeof decision !== 'string' && (
          <>
            {decision.endsOrder && <span>{t('admin.claims.ends')}</span>}
            {decision.clawbackCents > 0 && (
              <span>{t('admin.claims.clawback', { amount: t.cents(decision.clawbackCents) })}</span>
            )}
            {decision.toBuyerCents > limit && <span>{t('admin.claims.twoPeople', { limit: t.cents(limit) })}</span>}
          </>
        )}
      </output>
      <TextAreaField
        name="reason"
        label={t('admin.claims.reason')}
        hint={t('admin.claims.reasonHint')}
        maxLength={2_000}
        rows={3}
        required
      />
      <SubmitButton kind="action" busy={t('admin.claims.deciding')}>
        {t('admin.claims.decide')}
      </SubmitButton>
    </ActionForm>
  );
}
