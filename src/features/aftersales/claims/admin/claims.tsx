import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ClaimBadge, ClaimMoney, ClaimStatements } from '#features/aftersales/claims/components/claim-details.tsx';
import type {
  AdminClaimResponse,
  AdminClaimRow,
  AdminClaimsResponse,
} from '#features/aftersales/claims/model/claim-contract.ts';
import { decisionOf } from '#features/aftersales/claims/model/decision.ts';
import { adminClaimCalls } from '#features/aftersales/office-calls.ts';
import { FileOpenings } from '#features/shipping/shipments/admin/file-openings.tsx';
import type { FileOpening } from '#features/shipping/shipments/model/file-contract.ts';
import { fileCalls } from '#features/shipping/shipping-calls.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { centsOf } from '#lib/money.ts';
import { actionByForm, outcomeOf } from '#lib/pages/form-action.ts';
import type { LoadInput } from '#lib/pages/page-handlers.ts';
import { newRandomKey } from '#lib/random-key.ts';
import { paths } from '#paths.ts';
import { type Column, DataTable, RowLink } from '#ui/admin/data-table.tsx';
import { searchToOpen } from '#ui/admin/list-page.tsx';
import { SidePanel } from '#ui/admin/side-panel.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';

/** Claims by the time of their next step. */
export function ClaimTable({ claims }: { claims: AdminClaimRow[] }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const nameOf = ({ order }: AdminClaimRow) => t('admin.claims.title.one', { number: order.number });
  const columns: Column<AdminClaimRow>[] = [
    {
      id: 'claim',
      head: t('admin.claims.column.claim'),
      isName: true,
      cell: ({ order, kind }) => (
        <div>
          <span className="block font-semibold">{t(`claims.kind.${kind}`)}</span>
          <span className="figures block text-ink-soft text-sm">{order.number}</span>
        </div>
      ),
    },
    { id: 'state', head: t('admin.claims.column.state'), cell: ({ state }) => <ClaimBadge state={state} /> },
    {
      id: 'next',
      head: t('admin.claims.column.next'),
      cell: ({ next_at: next }) =>
        next === null ? '–' : <span className="md:whitespace-nowrap">{t.utcTime(next)}</span>,
    },
    {
      id: 'buyer',
      head: t('admin.claims.column.buyer'),
      cell: ({ buyer }) => <span className="wrap-anywhere">{buyer}</span>,
    },
    {
      id: 'frozen',
      head: t('admin.claims.column.frozen'),
      cell: ({ frozen_cents: cents }) => <span className="whitespace-nowrap">{t.cents(cents)}</span>,
      figures: true,
    },
  ];
  return (
    <DataTable
      caption={t('admin.claims')}
      columns={columns}
      rows={claims}
      keyOf={({ id }) => id}
      nameOf={nameOf}
      empty={t('admin.claims.none')}
      actions={(claim) => (
        <RowLink
          icon="view"
          label={t('admin.table.view', { row: nameOf(claim) })}
          to={{ search: searchToOpen(search, 'view', claim.id) }}
        />
      )}
    />
  );
}

type ClaimPanelProps = { claim: AdminClaimResponse | null; openings: FileOpening[] | null };

/** A claim with the evidence of both sides and who opened it, and the form that decides it. */
export function ClaimPanel({ claim: shown, openings }: ClaimPanelProps) {
  const t = useTranslator();
  const number = shown?.claim.order.number ?? '';
  return (
    <SidePanel title={t('admin.claims.title.one', { number })} open={shown !== null}>
      {shown && (
        <div className="grid gap-5">
          <div className="grid gap-1">
            <p className="font-semibold">
              {t(`claims.kind.${shown.claim.kind}`)} · {t.list(shown.claim.cars.map(({ name }) => name))}
            </p>
            <p>{t('admin.claims.parties', { buyer: shown.buyer, sellers: t.list(shown.sellers) })}</p>
            <Link
              to={`${paths.adminOrders}?view=${shown.claim.order.id}`}
              className={`${TEXT_LINK} justify-self-start`}
            >
              {t('admin.claims.order', { number })}
            </Link>
          </div>
          <ClaimMoney claim={shown.claim} />
          <section className="grid gap-2">
            <h3 className="text-lg">{t('claims.evidence')}</h3>
            <ClaimStatements claim={shown.claim} to="office" />
            {openings && <FileOpenings openings={openings} />}
          </section>
          {shown.may_ask && (
            <section className="grid gap-3">
              <h3 className="text-lg">{t('admin.claims.ask')}</h3>
              <QuestionForm key={shown.claim.questions.length} claim={shown.claim.id} />
            </section>
          )}
          {shown.claim.decision && (
            <section className="grid gap-2">
              <h3 className="text-lg">{t('admin.claims.decision')}</h3>
              <p className="font-semibold">
                {t('claims.decision.split', {
                  buyer: t.cents(shown.claim.decision.to_buyer_cents),
                  seller: t.cents(shown.claim.decision.to_seller_cents),
                })}
              </p>
              <p className="wrap-anywhere whitespace-pre-line">{shown.claim.decision.reason}</p>
            </section>
          )}
          {shown.may_decide && (
            <section className="grid gap-3">
              <h3 className="text-lg">{t('admin.claims.decide')}</h3>
              {shown.claim.state === 'decided' && <p>{t('claims.decided.text')}</p>}
              <DecisionForm key={shown.claim.id} claim={shown} />
            </section>
          )}
          <section className="grid gap-2">
            <h3 className="text-lg">{t('admin.claims.history')}</h3>
            <ol className="grid gap-1">
              {shown.moves.map(({ to, actor, at }) => (
                <li key={at + to} className="flex flex-wrap justify-between gap-x-4">
                  <span>
                    {t(`claims.state.${to}`)} · {t(`admin.claims.by.${actor}`)}
                  </span>
                  <span className="text-ink-soft text-sm">
                    <UtcTime time={at} />
                  </span>
                </li>
              ))}
            </ol>
          </section>
        </div>
      )}
    </SidePanel>
  );
}

/** Asks the buyer or the seller of a claim something. Two presses ask once, because both send the same key. */
function QuestionForm({ claim }: { claim: number }) {
  const t = useTranslator();
  const [key] = useState(newRandomKey);
  return (
    <ActionForm name="ask">
      <input type="hidden" name="id" value={claim} />
      <input type="hidden" name="key" value={key} suppressHydrationWarning />
      <p className="text-ink-soft text-sm">{t('admin.claims.ask.about')}</p>
      <SelectField
        name="party"
        label={t('admin.claims.ask.whom')}
        options={(['buyer', 'seller'] as const).map((value) => ({ value, label: t(`admin.claims.ask.${value}`) }))}
      />
      <TextAreaField name="text" label={t('admin.claims.ask.text')} maxLength={2_000} rows={3} required />
      <SubmitButton kind="quiet" busy={t('admin.claims.ask.sending')}>
        {t('admin.claims.ask.send')}
      </SubmitButton>
    </ActionForm>
  );
}

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
  /** Fills in the seller's part to match the frozen amount. */
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

/** Loader and form actions of the claims screen. */

type ClaimsData = {
  /** Null if they could not be loaded. */
  claims: AdminClaimsResponse | null;
  selected: AdminClaimResponse | null;
  /** Who opened the evidence of the selected claim; null if that could not be loaded. */
  openings: FileOpening[] | null;
};

export async function loadClaims({ api, url: { searchParams } }: LoadInput): Promise<ClaimsData> {
  const id = searchParams.get('view');
  const claims = await api.call(adminClaimCalls.list).catch(() => null);
  if (id === null) return { claims, selected: null, openings: null };
  try {
    const selected = await api.call(adminClaimCalls.one, { params: { id } });
    const { id: claim, order } = selected.claim;
    const openings = await api.call(fileCalls.openings, { params: { id: order.id } }).catch(() => null);
    return { claims, selected, openings: openings?.items.filter(({ claim_id: of }) => of === claim) ?? null };
  } catch (error) {
    if (isApiFailure(error) && (error.status === 404 || error.status === 400))
      return { claims, selected: null, openings: null };
    throw error;
  }
}

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** Returns the cents of a typed amount; null if it is none. */
function typedCents(amount: string): number | null {
  return AMOUNT.test(amount.trim()) ? centsOf(Number(amount.trim())) : null;
}

export const claimAdminActions = actionByForm({
  ask: async ({ api, t, values: { id = '', key = '', party = '', text = '' } }) => {
    if (text.trim() === '') return { done: false, fields: { text: t('admin.claims.ask.missing') } };
    const body = { key, party: party === 'seller' ? ('seller' as const) : ('buyer' as const), text: text.trim() };
    return outcomeOf(await api.call(adminClaimCalls.ask, { params: { id }, body }));
  },
  decide: async ({ api, t, values: { id = '', to_buyer = '', to_seller = '', reason = '' } }) => {
    const [buyer, seller] = [typedCents(to_buyer), typedCents(to_seller)];
    const wrong = t('admin.claims.amountWrong');
    if (buyer === null || seller === null)
      return {
        done: false,
        fields: { ...(buyer === null && { to_buyer: wrong }), ...(seller === null && { to_seller: wrong }) },
      };
    if (reason.trim() === '') return { done: false, fields: { reason: t('admin.claims.reasonMissing') } };
    const body = { to_buyer_cents: buyer, to_seller_cents: seller, reason: reason.trim() };
    return outcomeOf(await api.call(adminClaimCalls.decide, { params: { id }, body }));
  },
});
