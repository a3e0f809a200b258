import { useId } from 'react';
import { Link } from 'react-router';
import { portName } from '#features/customs/import-rules/model/ports.ts';
import { tradeTermCalls } from '#features/payments/payments-calls.ts';
import { LINE_KINDS, type TradeTerm, totalOf } from '#features/payments/trade-terms/model/trade-term.ts';
import type { TradeOffer, TradeTermsResponse } from '#features/payments/trade-terms/model/trade-term-contract.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { FieldProblem, useFormState } from '#ui/forms/fields.tsx';

/** The name of a trade term with its port or place. */
function termName({ term, port, place }: Pick<TradeOffer, 'term' | 'port' | 'place'>, t: Translator): string {
  return t(`orders.term.${term}`, { port: portName(port ?? ''), place });
}

/** How far we ship the cars of an order and what that costs, for its buyer. */
export function TradeTermPart({ orderId, terms }: { orderId: number; terms: TradeTermsResponse }) {
  const t = useTranslator();
  const { term, lines, closed, total_cents: total } = terms;
  const kinds = LINE_KINDS.map((kind) => ({ kind, cents: totalOf(lines.filter((line) => line.kind === kind)) }));
  return (
    <>
      {term !== null && (
        <div className="grid gap-1">
          <p className="font-semibold">{termName({ ...terms, term }, t)}</p>
          <p className="text-ink-soft text-sm">{t(`orders.term.about.${term}`)}</p>
        </div>
      )}
      {total > 0 && <TradeLines lines={kinds.filter(({ cents }) => cents > 0)} total={total} />}
      {closed === null && (
        <Link to={tradeTermPath(orderId)} className={`${TEXT_LINK} justify-self-start`}>
          {t(term === null || term === 'FOB' ? 'orders.term.ask' : 'orders.term.change')}
        </Link>
      )}
      {(closed === 'no_country' || closed === 'no_rates') && (
        <p className="text-ink-soft text-sm">{t(`orders.term.closed.${closed}`)}</p>
      )}
    </>
  );
}

type TradeLinesProps = { lines: TradeOffer['lines']; total: number };

function TradeLines({ lines, total }: TradeLinesProps) {
  const t = useTranslator();
  return (
    <dl className="figures grid gap-1 text-sm">
      {lines.map(({ kind, cents }) => (
        <div key={kind} className="flex justify-between gap-4">
          <dt>{t(`orders.line.${kind}`)}</dt>
          <dd>{t.cents(cents)}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-line border-t pt-1 font-semibold">
        <dt>{t('orders.line.total')}</dt>
        <dd>{t.cents(total)}</dd>
      </div>
    </dl>
  );
}

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

const tradeTermPath = (orderId: number) => paths.orderTransport.replace(':id', String(orderId));

export function fetchTradeTerms(api: ApiClient, orderId: number): Promise<TradeTermsResponse> {
  return api.call(tradeTermCalls.offers, { params: { id: orderId } });
}

/** The value of an offer in a form, with the amount that the buyer saw. */
const offerValue = ({ term, port, place, total_cents: cents }: TradeOffer) =>
  JSON.stringify([term, port, place, cents]);

/** Reads what `offerValue` has written. Returns null for any other text. */
function offerOf(value: string): [TradeTerm, string | null, string, number] | null {
  try {
    const read: unknown = JSON.parse(value);
    return Array.isArray(read) && read.length === 4 ? (read as [TradeTerm, string | null, string, number]) : null;
  } catch {
    return null;
  }
}

/** Chooses the offer of a form, with or without the inspection whose price the form names. */
export const chooseTradeTerm: FormAction = async ({ api, params, t, values }) => {
  const id = Number(params.id);
  const { offer = '', inspection, inspection_cents: inspectionCents = '0' } = values;
  const chosen = offerOf(offer);
  if (!chosen) return { done: false, fields: { offer: t('orders.term.chooseOne') } };
  const [term, port, place, cents] = chosen;
  const isInspected = inspection !== undefined && inspection !== '';
  const total = cents + (isInspected ? Number(inspectionCents) : 0);
  const body = { term, port, place, inspection: isInspected, total_cents: total };
  await api.call(tradeTermCalls.choose, { params: { id }, body });
  return { done: true, message: t('orders.term.chosen'), to: paths.order.replace(':id', String(id)) };
};
