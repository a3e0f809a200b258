import type { PdfPart } from '#lib/server/pdf/pdf-document.ts';
import { type MoneyMovement, moneyMovements } from './report-money-store.ts';
import type { ReportContext } from './report-parts.ts';

/** Lists what was received, refunded, earned and paid out in the period, beside the period before; nothing if both are empty. */
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
