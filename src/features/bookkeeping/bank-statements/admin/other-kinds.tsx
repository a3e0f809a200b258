import { groupedAccount } from '#features/site/operator/model/bank-account.ts';
import { BOOKS_CURRENCY, wholeUnitsOf } from '#lib/i18n/currency.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { NeedsSecond } from '#ui/admin/needs-second.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextField } from '#ui/forms/fields.tsx';
import { kindsFor, type MatchKind } from '../model/line-match.ts';
import type { ChoicesResponse } from '../model/statement-contract.ts';
import { PartField, type Side, ValueField, WorthByRate } from './amount-fields.tsx';

/** Who pays out less than it owes. */
const PAYS_LESS = ['provider_payout', 'card_terminal'] as const;
/** Kinds that need nothing but a reason. */
const OWN = ['cash', 'tax', 'passed_on', 'drawing', 'expense', 'interest', 'capital'] as const;

/** Matches a line to anything other than a transfer for an order. */
export function OtherKinds({ choices }: { choices: ChoicesResponse }) {
  const t = useTranslator();
  const { line, refunds, refund_returns, payouts, returns, conversions, cash_returns } = choices;
  const kinds = kindsFor(line);
  const part = <PartField line={line} proposedCents={line.left_cents} />;
  return (
    <section className="grid gap-3" aria-labelledby="line-kinds">
      <h3 id="line-kinds" className="text-lg">
        {t(line.cents > 0 ? 'admin.statements.else' : 'admin.statements.what')}
      </h3>
      {refunds.map(({ payment_id, order, buyer, cents, payee, payee_differs }) => (
        <Choice key={payment_id} line={line.id} kind="refund" values={{ payment: payment_id }}>
          {t('admin.statements.refundOf', { buyer, order: order ?? '–', amount: t.cents(cents) })}
          {payee_differs && <OtherPayee payee={payee} />}
        </Choice>
      ))}
      {refund_returns.map(({ payment_id, order, buyer, cents, fee_cents, is_recorded, payee, payee_differs }) => (
        <Choice
          key={`${payment_id} ${cents}`}
          line={line.id}
          kind="refund_return"
          values={{ payment: payment_id, fee: amountOf(fee_cents) }}
        >
          <p>{t('admin.statements.returnedRefund', { buyer, order: order ?? '–', amount: t.cents(cents) })}</p>
          {fee_cents > 0 && <p>{t('admin.statements.returnedRefundFee', { fee: t.cents(fee_cents) })}</p>}
          <p className="text-ink-soft text-sm">
            {t(is_recorded ? 'admin.statements.returnedRefundKnown' : 'admin.statements.returnedRefundNew')}
          </p>
          {payee_differs && <OtherPayee payee={payee} />}
        </Choice>
      ))}
      {payouts.map(({ payout_id, seller, cents, fee_cents, payee, payee_differs }) => (
        <Choice key={payout_id} line={line.id} kind="payout" values={{ payout: payout_id }}>
          {t(fee_cents > 0 ? 'admin.statements.payoutWithFee' : 'admin.statements.payoutOf', {
            seller,
            amount: t.cents(cents),
            fee: t.cents(fee_cents),
          })}
          {payee_differs && <OtherPayee payee={payee} />}
        </Choice>
      ))}
      {cash_returns.map(({ order_id, order, buyer, cents, payee, payee_differs }) => (
        <Choice key={order_id} line={line.id} kind="cash_return" values={{ order: order_id }}>
          {t('admin.statements.cashReturnOf', { buyer, order, amount: t.cents(cents) })}
          {payee_differs && <OtherPayee payee={payee} />}
          {part}
        </Choice>
      ))}
      {returns.map(({ line_id, booked_on, counterparty, cents, text, payee_differs }) => (
        <Choice key={line_id} line={line.id} kind="return" values={{ other: line_id }}>
          {t('admin.statements.returnOf', {
            day: t.date(booked_on),
            amount: t.amount(cents, line.currency),
            who: counterparty ?? (text || t('admin.statements.noPayer')),
          })}
          {payee_differs && <OtherPayee payee={{ name: counterparty, account: null }} />}
        </Choice>
      ))}
      {conversions.map((other) => (
        <Choice key={other.line_id} line={line.id} kind="conversion" values={{ other: other.line_id }}>
          <p>
            {t('admin.statements.conversionOf', {
              day: t.date(other.booked_on),
              amount: t.amount(other.cents, other.currency),
              account: groupedAccount(other.account),
            })}
          </p>
          {line.currency === BOOKS_CURRENCY || other.currency === BOOKS_CURRENCY ? (
            <ConversionRate own={{ ...line, worth: choices.worth }} other={other} />
          ) : (
            <ValueField choices={choices} other={other} />
          )}
        </Choice>
      ))}
      {PAYS_LESS.filter((kind) => kinds.includes(kind)).map((kind) => (
        <Fold key={kind} title={t(`admin.statements.kind.${kind}`)}>
          <Choice line={line.id} kind={kind}>
            {t(kind === 'card_terminal' ? 'admin.statements.terminalText' : 'admin.statements.providerText')}
            <TextField
              name="fee"
              label={t('admin.statements.fee')}
              inputMode="decimal"
              defaultValue="0.00"
              maxLength={10}
              autoComplete="off"
            />
            {part}
          </Choice>
        </Fold>
      ))}
      {kinds.includes('fee') && (
        <Fold title={t('admin.statements.kind.fee')}>
          <Choice line={line.id} kind="fee">
            {t(line.cents > 0 ? 'admin.statements.feeBack' : 'admin.statements.feeText')}
            {line.cents > 0 && <Reason label={t('admin.statements.feeBackReason')} />}
            {part}
            <ValueField choices={choices} />
          </Choice>
        </Fold>
      )}
      {kinds.includes('transport_bill') && (
        <Fold title={t('admin.statements.kind.transport_bill')}>
          <Choice line={line.id} kind="transport_bill">
            {t('admin.statements.billText')}
            <TextField
              name="order"
              label={t('admin.statements.billOrder')}
              maxLength={20}
              autoComplete="off"
              required
            />
            <Reason label={t('admin.statements.billReason')} />
            {part}
          </Choice>
        </Fold>
      )}
      <Fold title={t('admin.statements.own')}>
        <ActionForm name="match" className="grid gap-4">
          <input type="hidden" name="line" value={line.id} />
          {t('admin.statements.own.text')}
          <SelectField
            name="kind"
            label={t('admin.statements.own.kind')}
            options={OWN.filter((kind) => kinds.includes(kind)).map((kind) => ({
              value: kind,
              label: t(`admin.statements.kind.${kind}`),
            }))}
          />
          <Reason label={t('admin.statements.own.reason')} />
          {part}
          <ValueField choices={choices} />
          <SubmitButton kind="quiet" busy={t('admin.statements.matching')}>
            {t('admin.statements.own.confirm')}
          </SubmitButton>
        </ActionForm>
      </Fold>
      <Fold title={t('admin.statements.kind.set_aside')}>
        <Choice line={line.id} kind="set_aside">
          {t('admin.statements.asideText')}
          <Reason label={t('admin.statements.asideReason')} />
          {part}
        </Choice>
      </Fold>
    </section>
  );
}

/** Compares the bank's rate with the published one. One of the lines is in dollars. */
function ConversionRate({ own, other }: { own: Side; other: Side }) {
  const t = useTranslator();
  const [dollars, foreign] = own.currency === BOOKS_CURRENCY ? [own, other] : [other, own];
  const { cents, currency } = foreign;
  const rate = Math.abs(amountOf(dollars.cents) / wholeUnitsOf(cents, currency));
  return (
    <>
      <p className="figures text-ink-soft text-sm">
        {t('admin.statements.rate', { currency, rate: t.number(rate, 'rate') })}
      </p>
      <WorthByRate sides={[foreign]} value={Math.abs(dollars.cents)} />
    </>
  );
}

const Reason = ({ label }: { label: string }) => (
  <TextField name="reason" label={label} maxLength={500} autoComplete="off" required />
);

/** Shows whom the bank should have named, and asks why it names another person, which needs a second person. */
function OtherPayee({ payee: { name, account } }: { payee: ChoicesResponse['refunds'][number]['payee'] }) {
  const t = useTranslator();
  const payee = [name, account && groupedAccount(account)].filter(Boolean).join(', ');
  return (
    <>
      <NeedsSecond>{t('admin.statements.otherPayee', { payee })}</NeedsSecond>
      <Reason label={t('admin.statements.otherPayeeReason')} />
    </>
  );
}

function Fold({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <details className="rounded-lg border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 py-2 font-semibold">{title}</summary>
      <div className="px-4 pb-4">{children}</div>
    </details>
  );
}

type ChoiceProps = {
  line: number;
  kind: Exclude<MatchKind, 'order' | (typeof OWN)[number]>;
  values?: Record<string, number>;
  children: React.ReactNode;
};

function Choice({ line, kind, values = {}, children }: ChoiceProps) {
  const t = useTranslator();
  const isCard = ['refund', 'refund_return', 'payout', 'return', 'conversion', 'cash_return'].includes(kind);
  return (
    <ActionForm name="match" className={`grid gap-4 ${isCard ? 'rounded-lg border border-line bg-surface p-4' : ''}`}>
      <input type="hidden" name="line" value={line} />
      <input type="hidden" name="kind" value={kind} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="grid gap-4">{children}</div>
      <SubmitButton kind="quiet" busy={t('admin.statements.matching')}>
        {t(`admin.statements.confirm.${kind}`)}
      </SubmitButton>
    </ActionForm>
  );
}
