import { useId } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { FieldProblem, useFormState } from '#ui/forms/fields.tsx';
import { offerValue } from '../client/trade-term-client.ts';
import type { TradeOffer, TradeTermsResponse } from '../model/trade-term-contract.ts';
import { termName } from './trade-term-part.tsx';

/** Lets the buyer of an order choose how far we ship its cars. */
export function TradeTermForm({ terms }: { terms: TradeTermsResponse }) {
  const t = useTranslator();
  const { inspection, inspection_cents: inspectionCents } = terms;
  return (
    <ActionForm name="trade-term">
      <Offers terms={terms} />
      {inspectionCents > 0 && (
        <div className="grid gap-1">
          <input type="hidden" name="inspection_cents" value={inspectionCents} />
          <CheckField
            name="inspection"
            value="yes"
            label={t('orders.term.inspection', { amount: t.cents(inspectionCents) })}
            defaultChecked={inspection}
          />
          <p className="text-ink-soft text-sm">{t('orders.term.inspectionText')}</p>
        </div>
      )}
      <p className="max-w-prose rounded-md border border-line bg-sunken p-3">{t('orders.term.rule')}</p>
      <SubmitButton busy={t('orders.term.choosing')}>{t('orders.term.choose')}</SubmitButton>
    </ActionForm>
  );
}

function Offers({ terms }: { terms: TradeTermsResponse }) {
  const t = useTranslator();
  const id = useId();
  const { offers } = terms;
  const isCurrent = ({ term, port, place }: TradeOffer) =>
    term === terms.term && port === terms.port && place === terms.place;
  const isWrong = useFormState().problems.offer !== undefined;
  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby={isWrong ? `${id}-problem` : undefined}>
      <legend className="mb-2 font-semibold">{t('orders.term.legend')}</legend>
      {offers.map((offer) => (
        <label
          key={offerValue(offer)}
          className="grid grid-cols-[auto_1fr] items-start gap-3 rounded-md border border-line-strong bg-surface px-3 py-3 has-checked:border-ink has-checked:bg-sunken sm:grid-cols-[auto_1fr_auto]"
        >
          <input
            type="radio"
            name="offer"
            value={offerValue(offer)}
            defaultChecked={isCurrent(offer)}
            className="mt-0.5 size-5 shrink-0 accent-link"
          />
          <span className="grid gap-1">
            <span className="font-semibold">{termName(offer, t)}</span>
            <span className="text-ink-soft text-sm">{t(`orders.term.about.${offer.term}`)}</span>
            {offer.lines.length > 0 && (
              <span className="figures text-sm">
                {offer.lines.map(({ kind, cents }) => `${t(`orders.line.${kind}`)} ${t.cents(cents)}`).join(' · ')}
              </span>
            )}
          </span>
          <span className="figures col-start-2 font-bold sm:col-start-3">
            {offer.total_cents === 0
              ? t('orders.term.included')
              : t('orders.term.plus', { amount: t.cents(offer.total_cents) })}
          </span>
        </label>
      ))}
      <FieldProblem id={`${id}-problem`} name="offer" />
    </fieldset>
  );
}
