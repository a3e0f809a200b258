import { Link, useSearchParams } from 'react-router';
import { kindsFor, type LineState } from '#features/bookkeeping/bank-statements/model/line-match.ts';
import type {
  LineResponse,
  LinesResponse,
  SuggestionResponse,
} from '#features/bookkeeping/bank-statements/model/statement-contract.ts';
import type { TransferEffect } from '#features/bookkeeping/bank-statements/model/transfer-effect.ts';
import { groupedAccount } from '#features/site/operator/model/bank-account.ts';
import type { Formatters } from '#lib/i18n/formatters.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { type Column, DataTable, RowLink } from '#ui/admin/data-table.tsx';
import { searchWith } from '#ui/admin/list-page.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';

/** The address that opens the panel of a line. */
const lineSearch = (search: URLSearchParams, id: number) =>
  searchWith(search, { view: id, find: undefined }, { keepPlace: true });

/** Lines of bank statements with their match or suggestion. */
export function LineTable({ lines, state }: { lines: LineResponse[]; state: LineState }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const columns: Column<LineResponse>[] = [
    {
      id: 'day',
      head: t('admin.statements.column.day'),
      isName: false,
      cell: ({ booked_on, age_days }) => (
        <span className="block whitespace-nowrap">
          {t.date(booked_on)}
          {state !== 'matched' && (
            <span className={`block text-sm ${age_days > 7 ? 'font-semibold text-waiting' : 'text-ink-soft'}`}>
              {t('admin.statements.age', { days: age_days })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'payer',
      head: t('admin.statements.column.payer'),
      isName: true,
      cell: ({ counterparty, counterparty_account: account }) => (
        <span className="wrap-anywhere block min-w-32">
          {counterparty ?? <span className="font-normal text-ink-soft">{t('admin.statements.noPayer')}</span>}
          {account && (
            <span className="figures block font-normal text-ink-soft text-sm">{groupedAccount(account)}</span>
          )}
        </span>
      ),
    },
    {
      id: 'text',
      head: t('admin.statements.column.text'),
      cell: ({ text, end_to_end_id, is_reversal }) => (
        <span className="wrap-anywhere line-clamp-3 block max-w-md">
          {is_reversal && <strong>{t('admin.statements.reversal')} </strong>}
          {[text, end_to_end_id].filter(Boolean).join(' · ') || '–'}
        </span>
      ),
    },
    {
      id: 'amount',
      head: t('admin.statements.column.amount'),
      figures: true,
      cell: ({ cents, currency, left_cents, charges_cents }) => (
        <span className="block whitespace-nowrap">
          <span className={`block ${cents > 0 ? 'font-semibold' : ''}`}>{t.amount(cents, currency)}</span>
          {charges_cents > 0 && (
            <span className="block text-ink-soft text-sm">
              {t('admin.statements.charges', { amount: t.amount(charges_cents, currency) })}
            </span>
          )}
          {left_cents !== 0 && left_cents !== cents && (
            <span className="block text-sm text-waiting">
              {t('admin.statements.left', { amount: t.amount(Math.abs(left_cents), currency) })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'for',
      head: t(state === 'open' ? 'admin.statements.column.suggestion' : 'admin.statements.column.for'),
      cell: (line) => (line.left_cents === 0 ? <MatchedTo line={line} /> : <Suggested line={line} />),
    },
  ];
  return (
    <DataTable
      caption={t('admin.statements.title')}
      columns={columns}
      rows={lines}
      keyOf={({ id }) => id}
      empty={t(`admin.statements.none.${state}`)}
      actions={(line) => (
        <RowLink
          icon="view"
          label={t('admin.table.view', { row: nameOf(line, t.amount) })}
          to={{ search: lineSearch(search, line.id) }}
        />
      )}
    />
  );
}

const nameOf = ({ counterparty, cents, currency }: LineResponse, write: Formatters['amount']) =>
  [counterparty, write(cents, currency)].filter(Boolean).join(', ');

function MatchedTo({ line: { matches, cents, currency } }: { line: LineResponse }) {
  const t = useTranslator();
  return matches.map((match) => (
    <span key={match.id} className="wrap-anywhere block">
      {match.order ? (
        <Link to={`${paths.adminOrders}?view=${match.order.id}`} className={TEXT_LINK}>
          {match.order.number}
        </Link>
      ) : (
        t(`admin.statements.kind.${match.kind}`)
      )}
      {match.cents !== cents && <span className="figures"> {t.amount(match.cents, currency)}</span>}
      {match.usd_cents !== null && <span className="figures text-ink-soft text-sm"> {t.cents(match.usd_cents)}</span>}
      {match.reason && <span className="block text-ink-soft text-sm">{match.reason}</span>}
    </span>
  ));
}

function Suggested({ line }: { line: LineResponse }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const [best] = line.suggestions;
  if (line.to_confirm) {
    return (
      <Link to={{ search: lineSearch(search, line.id) }} preventScrollReset className={TEXT_LINK}>
        {t('admin.statements.second.first')}
      </Link>
    );
  }
  if (!best) {
    return (
      <Link to={{ search: lineSearch(search, line.id) }} preventScrollReset className={TEXT_LINK}>
        {t(kindsFor(line).includes('order') ? 'admin.statements.choose' : 'admin.statements.say')}
      </Link>
    );
  }
  return (
    <div className="grid justify-items-start gap-2 @min-[44rem]:min-w-56">
      <span>
        <span className="figures font-semibold">{best.number}</span> · {best.buyer}
      </span>
      {best.effect && <EffectTag effect={best.effect} cents={best.effect_cents} />}
      {best.one_click ? (
        <OneClick line={line} suggestion={best} />
      ) : (
        <Link to={{ search: lineSearch(search, line.id) }} preventScrollReset className={TEXT_LINK}>
          {t('admin.statements.check')}
        </Link>
      )}
    </div>
  );
}

/** Confirms a one-click suggestion. */
function OneClick({ line, suggestion }: { line: LineResponse; suggestion: SuggestionResponse }) {
  const t = useTranslator();
  const { order_id, number, effect } = suggestion;
  return (
    <ActionForm name="match" className="grid">
      <input type="hidden" name="line" value={line.id} />
      <input type="hidden" name="order" value={order_id} />
      {effect === 'revive' && <input type="hidden" name="revive" value="yes" />}
      <SubmitButton kind="quiet" busy={t('admin.statements.matching')} className="px-4 @min-[44rem]:whitespace-nowrap">
        {t(effect === 'revive' ? 'admin.statements.revive' : 'admin.statements.match', { number })}
      </SubmitButton>
    </ActionForm>
  );
}

/** How much money waits to be matched, in each currency, and since when. */
export function LineFigures({ figures, state }: { figures: LinesResponse['figures']; state: LineState }) {
  const t = useTranslator();
  const amounts = (of: 'in_cents' | 'out_cents' | 'set_aside_cents') => [
    t.cents(figures[of]),
    ...figures.foreign.filter((each) => each[of] !== 0).map((each) => t.amount(each[of], each.currency)),
  ];
  const shown: [name: string, values: string[]][] =
    state === 'set_aside'
      ? [[t('admin.statements.figure.aside'), amounts('set_aside_cents')]]
      : [
          [t('admin.statements.figure.in'), amounts('in_cents')],
          [t('admin.statements.figure.out'), amounts('out_cents')],
          [t('admin.statements.figure.oldest'), [figures.oldest_on === null ? '–' : t.date(figures.oldest_on)]],
        ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3">
      {shown.map(([name, values]) => (
        <div key={name} className="rounded-lg border border-line bg-surface px-4 py-3">
          <dt className="text-ink-soft text-sm">{name}</dt>
          {values.map((value) => (
            <dd key={value} className="figures font-semibold text-lg">
              {value}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** Statuses of StatusTag with fitting colors. */
const TONE: Record<TransferEffect, string> = {
  exact: 'active',
  all: 'active',
  short: 'confirmed',
  part: 'pending',
  ahead: 'confirmed',
  over: 'pending',
  ended: 'cancelled',
  revive: 'confirmed',
};

/** What a transfer would do to an order, in a few words. */
export function EffectTag({ effect, cents }: { effect: TransferEffect; cents: number }) {
  const t = useTranslator();
  return (
    <StatusTag status={TONE[effect]}>{t(`admin.statements.effect.${effect}`, { amount: t.cents(cents) })}</StatusTag>
  );
}
