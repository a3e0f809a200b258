import { ACCOUNTS } from '#features/bookkeeping/books/model/ledger-account.ts';
import { PAYMENT_METHODS } from '#features/payments/gateways/model/charge.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { PdfPart } from '#lib/server/pdf/pdf-document.ts';
import { formatSeal } from '#lib/server/seals/seal-log.ts';
import { newestSeals, type Seal } from '#lib/server/seals/seal-store.ts';
import {
  type AccountBalance,
  balancesOf,
  capturesByMethod,
  type LedgerStep,
  ledgerByStep,
  type MethodTotal,
  type MoneyMovement,
  moneyMovements,
} from './report-ledger-store.ts';
import {
  comparisonChart,
  keyFigure,
  noData,
  type ReportContext,
  stepTable,
  sumOf,
  sumsByStep,
} from './report-parts.ts';

export const netCents = (row: LedgerStep) => row.capturedCents - row.refundedCents;

/** Reports captures, refunds and balances, from the ledger only. */
export async function financialsReport(context: ReportContext): Promise<PdfPart[]> {
  const { db, period, before, steps, t } = context;
  const now = await ledgerByStep(db, period);
  const past = await ledgerByStep(db, before);
  const balances = await balancesOf(db, period);
  const column = (head: string, pick: (row: LedgerStep) => number, write: (cents: number) => string = t.cents) => ({
    head,
    values: sumsByStep(steps, now, pick),
    write,
  });
  const trendParts = (): PdfPart[] => [
    { heading: t('report.course') },
    comparisonChart(context, { kind: 'lines', title: t('report.net'), now, past, pick: netCents, money: true }),
    { heading: t(period.step === 'day' ? 'report.byDay' : 'report.byMonth') },
    stepTable(context, [
      column(t('report.captures'), (row) => row.captures, t.number),
      column(t('report.captured'), (row) => row.capturedCents),
      column(t('report.refunds'), (row) => row.refunds, t.number),
      column(t('report.refunded'), (row) => row.refundedCents),
      column(t('report.net'), netCents),
      column(t('report.earned'), (row) => row.earnedCents),
    ]),
  ];
  return [
    { figures: moneyFigures(now, past, t) },
    { text: t('report.booksText'), soft: true },
    ...(now.length === 0 ? noData(t) : trendParts()),
    ...(await moneyTable(context)),
    ...(balances.length === 0 ? [] : [{ heading: t('report.balances') }, balanceTable(balances, t)]),
    ...methodTable(await capturesByMethod(db, period), t),
    ...sealsPart(await newestSeals(db), t),
  ];
}

function moneyFigures(now: LedgerStep[], past: LedgerStep[], t: Translator) {
  const comparedFigure = (label: string, pick: (row: LedgerStep) => number) =>
    keyFigure(label, sumOf(now, pick), sumOf(past, pick), t.cents, t);
  return [
    comparedFigure(t('report.captured'), (row) => row.capturedCents),
    comparedFigure(t('report.refunded'), (row) => row.refundedCents),
    comparedFigure(t('report.net'), netCents),
    comparedFigure(t('report.earned'), (row) => row.earnedCents),
  ];
}

/** Opening and closing balances sum to zero, and debits equal credits. */
function balanceTable(balances: AccountBalance[], t: Translator): PdfPart {
  const sums: ((row: AccountBalance) => number)[] = [
    (row) => row.openingCents,
    (row) => row.debitCents,
    (row) => row.creditCents,
    (row) => row.closingCents,
  ];
  const heads = [t('report.opening'), t('report.debit'), t('report.credit'), t('report.closing')];
  return {
    table: {
      columns: [{ head: t('report.account'), share: 1.4 }, ...heads.map((head) => ({ head, share: 1, figures: true }))],
      rows: balances.map((row) => [accountName(row.account, t), ...sums.map((pick) => t.cents(pick(row)))]),
      total: [t('report.total'), ...sums.map((pick) => t.cents(sumOf(balances, pick)))],
    },
  };
}

function accountName(account: string, t: Translator): string {
  const named = ACCOUNTS.find((one) => one === account);
  return named ? t(`books.account.${named}`) : account;
}

function methodTable(sums: MethodTotal[], t: Translator): PdfPart[] {
  if (sums.length === 0) return [];
  const table = {
    columns: [
      { head: t('report.method'), share: 2 },
      { head: t('report.captures'), share: 1, figures: true },
      { head: t('report.captured'), share: 1, figures: true },
    ],
    rows: sums.map(({ method, payments, cents }) => [methodName(method, t), t.number(payments), t.cents(cents)]),
    total: [
      t('report.total'),
      t.number(sumOf(sums, ({ payments }) => payments)),
      t.cents(sumOf(sums, ({ cents }) => cents)),
    ],
  };
  return [{ heading: t('report.byMethod') }, { table }];
}

function methodName(method: string, t: Translator): string {
  const known = PAYMENT_METHODS.find((one) => one === method);
  return known ? t(`report.method.${known}`) : method;
}

/** Prints the newest seals, which can prove later that the ledger has not changed since. */
function sealsPart(seals: Seal[], t: Translator): PdfPart[] {
  if (seals.length === 0) return [];
  const sealLines = seals.map((seal): PdfPart => ({ text: formatSeal(seal), soft: true }));
  return [{ heading: t('report.seals') }, { text: t('report.sealsText'), soft: true }, ...sealLines];
}

/** Compares the movements of money with the period before. Returns nothing if both are empty. */
export async function moneyTable({ db, period, before, t }: ReportContext): Promise<PdfPart[]> {
  const now = await moneyMovements(db, period);
  const past = await moneyMovements(db, before);
  const names = [...new Set([...now, ...past].map(({ name }) => name))];
  if (names.length === 0) return [];
  const of = (rows: MoneyMovement[], wanted: string) => rows.find(({ name }) => name === wanted);
  const table = {
    columns: [
      { head: t('report.movement'), share: 2.2 },
      { head: t('report.entries'), share: 0.8, figures: true },
      { head: t('report.amount'), share: 1.2, figures: true },
      { head: t('report.amountBefore'), share: 1.2, figures: true },
    ],
    rows: names.map((name) => [
      t(`report.money.${name}`),
      t.number(of(now, name)?.entries ?? 0),
      t.cents(of(now, name)?.cents ?? 0),
      t.cents(of(past, name)?.cents ?? 0),
    ]),
  };
  return [{ heading: t('report.money') }, { text: t('report.moneyText'), soft: true }, { table }];
}
