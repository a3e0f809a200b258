import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { LandedResponse } from '../../model/landed-cost-contract.ts';
import { type Source, SourceLine } from './source-line.tsx';
import { WithTerms } from './term.tsx';

type Amounts = { low: number; likely: number; high: number };
type Part = LandedResponse['parts'][number];
type Row = {
  key: string;
  /** US dollars; null without an exchange rate. */
  amounts: Amounts | null;
  /** The currency of the country, for charges that are paid there. */
  local: Amounts | null;
  name: string;
  about: string[];
  paidTo: Part['paid_to'] | null;
  sources: Source[];
  confidence: Part['confidence'];
  checkedOn: string | null;
};

const CELL = 'figures px-2 py-2.5 text-end align-top whitespace-nowrap';
/** A phone shows low and high below the likely amount, and who is paid below the name. */
const WIDE = 'max-sm:hidden';

/** The landed cost line by line. A collapsed list below it shows the source of each figure. */
export function CostTable({ cost, place }: { cost: LandedResponse; place: string }) {
  const t = useTranslator();
  const { total } = cost;
  const rows = rowsOf(cost, t);
  return (
    <div className="grid gap-1">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard */}
      <section aria-label={t('landed.cost')} tabIndex={0} className="overflow-x-auto rounded-md border border-line">
        <table className="w-full border-collapse text-sm sm:min-w-[34rem]">
          <thead>
            <tr className="bg-sunken">
              <th scope="col" className="px-3 py-2 text-start">
                {t('landed.cost.item')}
              </th>
              {(['low', 'likely', 'high'] as const).map((side) => (
                <th key={side} scope="col" className={`px-2 py-2 text-end ${side === 'likely' ? '' : WIDE}`}>
                  {t(`landed.cost.${side}`)}
                </th>
              ))}
              <th scope="col" className={`px-3 py-2 text-start ${WIDE}`}>
                {t('landed.cost.paidTo')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} className={`border-line border-t ${row.paidTo ? '' : 'text-ink-soft italic'}`}>
                <th scope="row" className="px-3 py-2.5 text-start font-normal sm:min-w-36">
                  <RowName row={row} currency={cost.charges.local_currency} />
                </th>
                {row.amounts ? (
                  <Cells amounts={row.amounts} />
                ) : (
                  <td colSpan={3} className={`${CELL} text-ink-soft`}>
                    {t('landed.cost.noDollars')}
                  </td>
                )}
                <td className={`px-3 py-2.5 align-top ${WIDE}`}>{row.paidTo && t(`landed.paidTo.${row.paidTo}`)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-line-strong border-t-2 font-bold">
              <th scope="row" className="px-3 py-3 text-start">
                {total ? place : t('landed.cost.known')}
              </th>
              {total && cost.shown_as !== 'none' ? (
                <Cells amounts={total} isRange={cost.shown_as === 'range'} />
              ) : (
                <td colSpan={3} className="px-2 py-3 text-end">
                  {t('landed.cost.atLeast', { amount: t.dollars(cost.at_least ?? 0, 'whole') })}
                </td>
              )}
              <td className={WIDE} />
            </tr>
          </tfoot>
        </table>
      </section>
      <FigureSources rows={rows} />
    </div>
  );
}

function FigureSources({ rows }: { rows: Row[] }) {
  const t = useTranslator();
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center text-link underline-offset-4 hover:underline">
        {t('landed.cost.sources')}
      </summary>
      <ul className="grid gap-3 pb-2">
        {rows.map(
          ({ key, name, confidence, checkedOn, sources }) =>
            confidence &&
            checkedOn && (
              <li key={key}>
                <p className="font-semibold">{name}</p>
                <p className="text-ink-soft">
                  {t('landed.cost.sure', { kind: t(`landed.kind.${confidence}`), date: t.date(checkedOn) })}
                </p>
                <SourceLine sources={sources} checkedOn={null} />
              </li>
            ),
        )}
      </ul>
    </details>
  );
}

function RowName({ row: { name, local, about, paidTo }, currency }: { row: Row; currency: string }) {
  const t = useTranslator();
  return (
    <>
      <span className="block font-semibold">
        <WithTerms text={name} />
      </span>
      {paidTo && (
        <span className="block text-ink-soft sm:hidden">
          {t('landed.cost.paidTo')}: {t(`landed.paidTo.${paidTo}`)}
        </span>
      )}
      {local && currency !== 'USD' && <span className="figures block">{localText(local, currency, t)}</span>}
      {about.map((text) => (
        <span key={text} className="block max-w-prose text-ink-soft">
          <WithTerms text={text} />
        </span>
      ))}
    </>
  );
}

function localText({ low, high }: Amounts, currency: string, t: ReturnType<typeof useTranslator>): string {
  if (low === high) return t.money(low, currency);
  return `${t.money(low, currency)}–${t.money(high, currency)}`;
}

function Cells({ amounts: { low, likely, high }, isRange = false }: { amounts: Amounts; isRange?: boolean }) {
  const t = useTranslator();
  const range = `${t.dollars(low, 'whole')}–${t.dollars(high, 'whole')}`;
  return (
    <>
      <td className={`${CELL} ${WIDE}`}>{t.dollars(low, 'whole')}</td>
      <td className={CELL}>
        <span className={isRange ? WIDE : ''}>{isRange ? '–' : t.dollars(likely, 'whole')}</span>
        {(isRange || low !== high) && (
          <span className={`block sm:hidden ${isRange ? '' : 'text-ink-soft text-xs'}`}>{range}</span>
        )}
      </td>
      <td className={`${CELL} ${WIDE}`}>{t.dollars(high, 'whole')}</td>
    </>
  );
}

function rowsOf({ parts, charges, carquay }: LandedResponse, t: ReturnType<typeof useTranslator>): Row[] {
  const own = t('landed.cost.carquay', {
    tax: t.price(carquay.tax),
    fee: t.price(carquay.registration_fee),
  });
  return [
    ...parts.map((part) => ({
      ...part,
      amounts: part,
      local: null,
      key: part.code,
      about: part.code === 'carquay' ? [own] : [],
      paidTo: part.paid_to,
      checkedOn: part.checked_on,
    })),
    ...[
      ...charges.lines.map((line) => ({ ...line, amounts: line })),
      ...charges.local_lines.map((line) => ({ ...line, amounts: null })),
    ].map((line, place) => ({
      ...line,
      key: `${line.code}-${place}`,
      about: [line.kind === 'value' ? t('landed.cost.base') : null, line.note].filter((text) => text !== null),
      paidTo: line.kind === 'value' ? null : line.paid_to,
      checkedOn: line.checked_on,
    })),
  ];
}
