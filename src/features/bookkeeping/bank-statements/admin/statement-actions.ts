/** Loader and form actions of the screen of bank statements. */
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { BOOKS_CURRENCY, decimalsOf } from '#lib/i18n/currency.ts';
import { centsOf } from '#lib/money.ts';
import { type ActionInput, type ActionOutcome, actionByForm } from '#lib/pages/form-action.ts';
import type { LoadInput } from '#lib/pages/page-handlers.ts';
import { queryFrom } from '#ui/admin/list-page.tsx';
import { statementCalls as calls } from '../../office-calls.ts';
import { minorUnits } from '../model/amount-text.ts';
import type { MappingsResponse } from '../model/import-contract.ts';
import { LINE_STATES } from '../model/line-match.ts';
import type { ChoicesResponse, LinesResponse, MatchBody } from '../model/statement-contract.ts';
import type { StoredStatementResponse } from '../model/stored-statement-contract.ts';

export const TABS = [...LINE_STATES, 'import', 'statements'] as const;
type Tab = (typeof TABS)[number];
export const tabOf = (search: URLSearchParams): Tab => TABS.find((tab) => tab === search.get('tab')) ?? 'open';

type StatementsPage = {
  /** Also on the other tabs, for the number of open lines. */
  lines: LinesResponse | null;
  choices: ChoicesResponse | null;
  mappings: MappingsResponse | null;
  statements: { items: StoredStatementResponse[]; next: number | null } | null;
  failed: string | null;
};

export async function loadStatements({ api, url: { searchParams: search } }: LoadInput): Promise<StatementsPage> {
  const tab = tabOf(search);
  const state = LINE_STATES.find((each) => each === tab) ?? 'open';
  const [view, find] = [search.get('view'), search.get('find')];
  const isList = tab === state;
  try {
    const [lines, choices, mappings, statements] = await Promise.all([
      api.call(calls.lines, {
        query: isList ? { ...queryFrom(search, ['search', 'currency', 'page']), state } : { state, limit: 1 },
      }),
      view === null
        ? null
        : api.call(calls.line, { params: { id: view }, query: find ? { search: find.slice(0, 100) } : {} }),
      tab === 'import' ? api.call(calls.mappings) : null,
      tab === 'statements' ? api.call(calls.list, { query: queryFrom(search, ['before', 'state']) }) : null,
    ]);
    return { lines, choices, mappings, statements, failed: null };
  } catch (error) {
    // The login handles 401 and 403.
    if (!isApiFailure(error) || error.status === 401 || error.status === 403) throw error;
    return { lines: null, choices: null, mappings: null, statements: null, failed: error.message };
  }
}

/** The number of an order, with or without its letters and zeros. */
const ORDER = /^\s*(?:CQ-)?0*([1-9]\d{0,14})\s*$/i;
const AMOUNT = /^\d{1,7}(\.\d{1,2})?$/;
const VALUE = /^(?=.*[1-9])\d{1,9}(\.\d{1,2})?$/;

async function match({ api, t, values }: ActionInput): Promise<ActionOutcome> {
  const {
    line = '',
    kind = 'order',
    order = '',
    payment = '',
    payout = '',
    other = '',
    fee = '',
    part = '',
    left = '',
    currency = BOOKS_CURRENCY,
    value = '',
    reason = '',
    revive = '',
  } = values;
  if (fee !== '' && !AMOUNT.test(fee.trim())) return { done: false, fields: { fee: t('admin.statements.feeWrong') } };
  if (value !== '' && !VALUE.test(value.trim()))
    return { done: false, fields: { value: t('admin.statements.valueWrong') } };
  const partCents = part.trim() === '' ? null : minorUnits(part.trim(), decimalsOf(currency));
  if (part.trim() !== '' && !partCents) return { done: false, fields: { part: t('admin.statements.part.wrong') } };
  const orderId = ORDER.exec(order)?.[1];
  if (order !== '' && orderId === undefined)
    return { done: false, fields: { order: t('admin.statements.orderWrong') } };
  const body = {
    kind: kind as MatchBody['kind'],
    ...(orderId !== undefined && { order_id: Number(orderId) }),
    ...(payment !== '' && { payment_id: Number(payment) }),
    ...(payout !== '' && { payout_id: Number(payout) }),
    ...(other !== '' && { other_line_id: Number(other) }),
    ...(partCents && { cents: partCents, left_cents: Number(left) }),
    ...(value !== '' && { usd_cents: centsOf(Number(value)) }),
    ...(fee !== '' && { fee_cents: centsOf(Number(fee)) }),
    ...(revive === 'yes' && { revive: true }),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  };
  const matched = await api.call(calls.match, { params: { id: line }, body });
  if (matched.waits) return { done: true, message: t('admin.statements.waits') };
  if (matched.left_cents !== 0)
    return {
      done: true,
      message: t('admin.statements.done.part', { amount: t.amount(Math.abs(matched.left_cents), matched.currency) }),
    };
  const target = matched.matches.at(-1)?.order;
  if (!target) return { done: true, message: t(`admin.statements.done.${body.kind}`) };
  const { number, is_held: isHeld } = target;
  return {
    done: true,
    message: t(isHeld ? 'admin.statements.matchedHeld' : 'admin.statements.matchedTo', { number }),
    showAsFailure: isHeld,
  };
}

async function unmatch({
  api,
  t,
  values: { line = '', match: matchId = '', reason = '' },
}: ActionInput): Promise<ActionOutcome> {
  if (reason.trim() === '') return { done: false, fields: { reason: t('admin.statements.reasonMissing') } };
  const { waits } = await api.call(calls.unmatch, {
    params: { id: line },
    body: { reason: reason.trim(), ...(matchId !== '' && { match_id: Number(matchId) }) },
  });
  return { done: true, message: t(waits ? 'admin.statements.waits' : 'admin.statements.unmatched') };
}

async function confirm({ api, t, values: { statement = '' } }: ActionInput): Promise<ActionOutcome> {
  await api.call(calls.confirm, { params: { id: statement } });
  return { done: true, message: t('admin.statements.second.message') };
}

export const statementActions = actionByForm({ match, unmatch, confirm });
