import { useState } from 'react';
import type { BuyingFor } from '#features/catalog/landed-cost/model/import-quote.ts';
import type { Light } from '#features/customs/import-rules/model/verdict/verdict.ts';
import { toleranceOf } from '#features/orders/orders/model/payment-plan.ts';
import { countryOptions, ProhibitedPart } from '#features/payments/destinations/components/prohibited-part.tsx';
import { cancelSentence } from '#features/payments/order-acts/model/cancellation.ts';
import { firstPaymentOf, type PlanOffer } from '#features/payments/order-terms/model/order-terms.ts';
import type { OrderTermsResponse } from '#features/payments/order-terms/model/order-terms-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { ChoiceField } from '#ui/forms/choice-field.tsx';
import { SelectField, TextAreaField, TextField, useFormState } from '#ui/forms/fields.tsx';
import { amountField } from '../client/transfer-client.ts';
import { transferProblems } from '../model/transfer-form.ts';

type TransferFormProps = {
  /** How many cars are ordered together. */
  cars: number;
  totalCents: number;
  terms: OrderTermsResponse & { transfer: NonNullable<OrderTermsResponse['transfer']> };
  buyer: { name: string; email: string };
  /** Idempotency key of the order. */
  transactionId: string;
  /** What the page showed and the buyer declared about the import of the car, before the form was sent. */
  shownLight: Light | null;
  buyingFor: BuyingFor | null;
};

/** Holds cars for a bank transfer. Works without scripts. */
export function TransferForm({
  cars,
  totalCents,
  terms,
  buyer,
  transactionId,
  shownLight,
  buyingFor,
}: TransferFormProps) {
  const t = useTranslator();
  const [plan, setPlan] = useState<PlanOffer>(terms.plans[0]?.plan ?? 'deposit_25');
  const firstCents = firstPaymentOf(plan, totalCents);
  const price = (cents: number) => t.cents(cents);
  return (
    <ActionForm name="transfer" check={transferProblems}>
      <input type="hidden" name="transaction_id" value={transactionId} />
      <input type="hidden" name="accepted_terms" value={terms.version} />
      {terms.plans.map(({ plan: one }) => (
        <input key={one} type="hidden" name={amountField(one)} value={amountOf(firstPaymentOf(one, totalCents))} />
      ))}
      {terms.plans.length > 1 ? (
        <ChoiceField
          name="plan"
          label={t('transfers.plan')}
          value={plan}
          options={terms.plans.map(({ plan: value, share }) => ({
            value,
            label:
              share === 1 ? t('transfers.plan.full') : t('transfers.plan.share', { share: t.number(share, 'percent') }),
          }))}
          onChoose={(value) => setPlan(value as PlanOffer)}
        />
      ) : (
        <input type="hidden" name="plan" value={plan} />
      )}
      <Who buyer={buyer} />
      {shownLight && <input type="hidden" name="shown_light" value={shownLight} />}
      {buyingFor ? (
        <>
          <input type="hidden" name="buying_for" value={buyingFor.name} />
          <input type="hidden" name="buying_for_country" value={buyingFor.country} />
        </>
      ) : (
        <ProhibitedPart cars={cars} />
      )}
      <Terms cars={cars} terms={terms} firstCents={firstCents} totalCents={totalCents} />
      <CheckField name="accept" label={t('transfers.accept')} />
      <p className="figures flex justify-between gap-4 font-bold text-lg">
        <span>{t('transfers.toTransfer')}</span>
        <span>{price(firstCents)}</span>
      </p>
      <SubmitButton busy={t('transfers.holding', { cars })} className="min-h-12 text-lg">
        {t('transfers.hold', { cars })}
      </SubmitButton>
    </ActionForm>
  );
}

function Who({ buyer }: Pick<TransferFormProps, 'buyer'>) {
  const t = useTranslator();
  const { values } = useFormState();
  return (
    <>
      <TextField
        name="name"
        label={t('transfers.name')}
        hint={t('transfers.nameHint')}
        autoComplete="name"
        maxLength={140}
        defaultValue={values.name ?? buyer.name}
      />
      <TextAreaField
        name="address"
        label={t('transfers.address')}
        rows={3}
        maxLength={500}
        autoComplete="street-address"
        defaultValue={values.address}
      />
      <SelectField
        name="country"
        label={t('transfers.country')}
        options={[{ value: '', label: t('transfers.country.choose') }, ...countryOptions(t)]}
        defaultValue={values.country}
      />
      <TextField
        name="email"
        type="email"
        label={t('transfers.email')}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        defaultValue={values.email ?? buyer.email}
      />
    </>
  );
}

type TermsProps = Pick<TransferFormProps, 'cars' | 'terms'> & { firstCents: number; totalCents: number };

/** The terms that the buyer accepts: what is due when, and what happens if it is late. */
function Terms({ cars, terms, firstCents, totalCents }: TermsProps) {
  const t = useTranslator();
  const restCents = totalCents - firstCents;
  const { transfer } = terms;
  const { cents: toleranceCents, bps: toleranceBps } = terms.tolerance;
  const tolerated = toleranceOf(firstCents, { toleranceCents, toleranceBps });
  const until = { time: t.localTime(transfer.until, transfer.time_zone), zone: transfer.time_zone };
  return (
    <section className="grid gap-2 rounded-md border border-line bg-sunken p-4">
      <h2 className="font-semibold">{t('transfers.terms')}</h2>
      <ul className="grid list-disc gap-2 ps-5">
        <li>{t('transfers.terms.hold', { cars, days: transfer.hold_days, ...until })}</li>
        <li>{t('transfers.terms.first', { amount: t.cents(firstCents) })}</li>
        <li>{t('transfers.terms.lapse', { cars })}</li>
        {restCents > 0 && (
          <li>
            {t('transfers.terms.rest', {
              cars,
              amount: t.cents(restCents),
              days: terms.balance_days,
              grace: terms.grace_days,
            })}
          </li>
        )}
        <li>
          {t('transfers.terms.cancel')} {cancelSentence(t, terms.cancel, totalCents)}
        </li>
        <li>{t('transfers.terms.fees', { amount: t.cents(tolerated) })}</li>
        <li>{t('transfers.terms.limits')}</li>
      </ul>
    </section>
  );
}
