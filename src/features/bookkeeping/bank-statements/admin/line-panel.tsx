import { useEffect, useRef } from 'react';
import { Form, Link, useSearchParams } from 'react-router';
import { SlipLinks } from '#features/orders/transfer-slips/components/slip-part.tsx';
import { groupedAccount, ownAccount } from '#features/site/operator/model/bank-account.ts';
import { BOOKS_CURRENCY, wholeUnitsOf } from '#lib/i18n/currency.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import { paths } from '#paths.ts';
import { otherParameters } from '#ui/admin/list-page.tsx';
import { NeedsSecond } from '#ui/admin/needs-second.tsx';
import { Facts, SidePanel, useClosePanel } from '#ui/admin/side-panel.tsx';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { IS_FINAL, kindsFor } from '../model/line-match.ts';
import type { ChoicesResponse, LineResponse, SuggestionResponse } from '../model/statement-contract.ts';
import { PartField, ValueField } from './amount-fields.tsx';
import { EffectTag } from './line-table.tsx';
import { OtherKinds } from './other-kinds.tsx';
import { StatementToConfirm } from './statement-confirmation.tsx';

/** Side panel of a line: what the bank says, and what it is matched to or can be matched to. */
export function LinePanel({ choices }: { choices: ChoicesResponse | null }) {
  const t = useTranslator();
  useCloseAfterMatch(choices?.line ?? null);
  return (
    <SidePanel title={t('admin.statements.line')} open={choices !== null} holdsForm>
      {choices && (
        <div className="grid gap-6">
          <LineFacts line={choices.line} />
          {choices.statement && <StatementToConfirm statement={choices.statement} />}
          {choices.line.matches.map((match) => (
            <Matched
              key={match.id}
              line={choices.line}
              match={match}
              second={choices.undo_second.find(({ match_id: id }) => id === match.id)?.why ?? null}
            />
          ))}
          {choices.line.left_cents !== 0 && (
            <>
              {kindsFor(choices.line).includes('order') && <Orders choices={choices} />}
              <OtherKinds choices={choices} />
            </>
          )}
        </div>
      )}
    </SidePanel>
  );
}

/** Closes the panel when its line is matched in full or a match is undone. It stays open while part of the line is unmatched. */
function useCloseAfterMatch(line: LineResponse | null): void {
  const close = useClosePanel();
  const seen = useRef<{ line: number; state: LineResponse['state'] }>(undefined);
  useEffect(() => {
    const now = line && { line: line.id, state: line.state };
    if (now && seen.current?.line === now.line && seen.current.state !== now.state) close();
    seen.current = now ?? undefined;
  });
}

function LineFacts({ line }: { line: LineResponse }) {
  const t = useTranslator();
  const { value_on, counterparty, counterparty_account: account } = line;
  return (
    <div className="grid gap-3">
      <p className="figures font-semibold text-2xl">{t.amount(line.cents, line.currency)}</p>
      {line.left_cents !== 0 && line.left_cents !== line.cents && (
        <p className="font-semibold text-waiting">
          {t('admin.statements.left', { amount: t.amount(Math.abs(line.left_cents), line.currency) })}
        </p>
      )}
      <Facts
        facts={
          [
            [t('admin.statements.column.day'), t.date(line.booked_on)],
            [t('admin.statements.field.value'), value_on !== null && value_on !== line.booked_on && t.date(value_on)],
            [t('admin.statements.field.ourAccount'), line.currency !== BOOKS_CURRENCY && ownAccount(line)],
            [t('admin.statements.column.payer'), counterparty ?? t('admin.statements.noPayer')],
            [t('admin.statements.field.account'), account && groupedAccount(account)],
            [t('admin.statements.column.text'), line.text],
            [t('admin.statements.field.endToEnd'), line.end_to_end_id],
            [t('admin.statements.field.reference'), line.bank_reference],
            [
              t('admin.statements.field.charges'),
              line.charges_cents > 0 && t.amount(line.charges_cents, line.currency),
            ],
          ].filter(([, value]) => value) as [string, React.ReactNode][]
        }
      />
    </div>
  );
}

/** `second`: why only two people undo the match. */
type MatchedProps = { line: LineResponse; match: LineResponse['matches'][number]; second: string | null };

function Matched({ line, match, second }: MatchedProps) {
  const t = useTranslator();
  const isPart = match.cents !== line.cents;
  return (
    <section className="grid gap-4">
      <h3 className="text-lg">{t(`admin.statements.kind.${match.kind}`)}</h3>
      <Facts
        facts={
          [
            [t('admin.statements.field.part'), isPart && t.amount(match.cents, line.currency)],
            [t('admin.statements.field.worth'), match.usd_cents !== null && t.cents(match.usd_cents)],
            [t('admin.statements.field.rate'), rateOf(line.currency, match, t)],
            [
              t('admin.statements.field.order'),
              match.order && (
                <Link to={`${paths.adminOrders}?view=${match.order.id}`} className={TEXT_LINK}>
                  {match.order.number}
                </Link>
              ),
            ],
            [t('admin.statements.field.fee'), match.fee_cents > 0 && t.cents(match.fee_cents)],
            [
              t(`admin.statements.field.${match.cents < 0 ? 'payeeDiffers' : 'payerDiffers'}`),
              match.payer_differs && t('admin.statements.yes'),
            ],
            [t('admin.statements.field.reason'), match.reason],
            [t('admin.statements.field.by'), match.matched_by],
            [t('admin.statements.field.at'), <UtcTime key="at" time={match.matched_at} />],
          ].filter(([, value]) => value) as [string, React.ReactNode][]
        }
      />
      {IS_FINAL.includes(match.kind) ? (
        <p className="text-ink-soft">
          {t(match.kind === 'refund_return' ? 'admin.statements.returned' : 'admin.statements.sent')}
        </p>
      ) : (
        <ActionForm name="unmatch" className="grid gap-4 border-line border-t pt-4">
          <input type="hidden" name="line" value={line.id} />
          <input type="hidden" name="match" value={match.id} />
          <p>{t(match.kind === 'order' ? 'admin.statements.undo.order' : 'admin.statements.undo.text')}</p>
          {second && <NeedsSecond>{second}</NeedsSecond>}
          <TextField
            name="reason"
            label={t('admin.statements.undo.reason')}
            maxLength={500}
            autoComplete="off"
            required
          />
          <SubmitButton kind="danger" busy={t('admin.statements.undoing')}>
            {t(isPart ? 'admin.statements.undo.part' : 'admin.statements.undo')}
          </SubmitButton>
        </ActionForm>
      )}
    </section>
  );
}

/** The rate that a match was booked at. */
function rateOf(currency: string, { cents, usd_cents }: LineResponse['matches'][number], t: Translator) {
  if (usd_cents === null) return null;
  const rate = amountOf(usd_cents) / wholeUnitsOf(cents, currency);
  return t('admin.statements.rate', { currency, rate: t.number(rate, 'rate') });
}

function Orders({ choices }: { choices: ChoicesResponse }) {
  const { orders } = choices;
  const t = useTranslator();
  const [search] = useSearchParams();
  const find = search.get('find') ?? '';
  const list = (
    <div aria-live="polite" className="grid gap-3">
      {orders.length === 0 && (
        <p className="text-ink-soft">
          {t(find === '' ? 'admin.statements.noSuggestion' : 'admin.statements.noneFound')}
        </p>
      )}
      {orders.map((order) => (
        <OrderChoice key={order.order_id} choices={choices} order={order} />
      ))}
    </div>
  );
  return (
    <section className="grid gap-4" aria-labelledby="line-orders">
      <h3 id="line-orders" className="text-lg">
        {t('admin.statements.order')}
      </h3>
      {find === '' && list}
      <Form method="get" className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2" preventScrollReset>
        {otherParameters(search, ['find']).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField
          key={find}
          name="find"
          type="search"
          label={t('admin.statements.find')}
          hint={t('admin.statements.findHint')}
          defaultValue={find}
          maxLength={100}
          autoComplete="off"
        />
        <Button type="submit" className="h-12">
          {t('admin.statements.findOrder')}
        </Button>
      </Form>
      {find !== '' && list}
    </section>
  );
}

function OrderChoice({ choices, order }: { choices: ChoicesResponse; order: SuggestionResponse }) {
  const { line } = choices;
  const t = useTranslator();
  const { number, reference, buyer, effect, effect_cents, payer_differs, reasons } = order;
  const said = reasons.filter((reason) => reason !== 'amount' && reason !== 'short');
  return (
    <ActionForm name="match" className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <input type="hidden" name="line" value={line.id} />
      <input type="hidden" name="order" value={order.order_id} />
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p>
          <Link to={`${paths.adminOrders}?view=${order.order_id}`} className={`${TEXT_LINK} figures font-semibold`}>
            {number}
          </Link>{' '}
          <span className="figures text-ink-soft text-sm">{reference}</span>
          <span className="wrap-anywhere block">{buyer}</span>
        </p>
        {effect && <EffectTag effect={effect} cents={effect_cents} />}
      </div>
      <p className="text-sm">
        {t(`admin.statements.explain.${effect ?? 'foreign'}`, {
          amount: t.cents(effect_cents),
          next: t.cents(order.next_cents),
          open: t.cents(order.open_cents),
        })}
      </p>
      {said.length > 0 && (
        <p className="text-ink-soft text-sm">
          {t('admin.statements.because', {
            reasons: t.list(said.map((reason) => t(`admin.statements.because.${reason}`))),
          })}
        </p>
      )}
      {order.slips.length > 0 && <SlipLinks slips={order.slips} />}
      <PartField line={line} proposedCents={order.part_cents} />
      <ValueField choices={choices} />
      {payer_differs && (
        <TextField
          name="reason"
          label={t('admin.statements.otherPayer')}
          hint={t('admin.statements.otherPayerHint', { payer: line.counterparty ?? '' })}
          maxLength={500}
          autoComplete="off"
          required
        />
      )}
      {effect === 'revive' && (
        <>
          <p className="text-sm">
            {t(order.in_time ? 'admin.statements.revive.inTime' : 'admin.statements.revive.late')}
          </p>
          <SubmitButton
            name="revive"
            value="yes"
            kind={order.one_click ? 'action' : 'quiet'}
            busy={t('admin.statements.matching')}
          >
            {t('admin.statements.revive', { number })}
          </SubmitButton>
        </>
      )}
      <SubmitButton
        kind={order.one_click && effect !== 'revive' ? 'action' : 'quiet'}
        busy={t('admin.statements.matching')}
      >
        {t(effect === 'revive' ? 'admin.statements.giveBack' : 'admin.statements.match', { number })}
      </SubmitButton>
    </ActionForm>
  );
}
