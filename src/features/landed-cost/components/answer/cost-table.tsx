import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { LandedResponse } from '../../model/landed-cost-contract.ts';
import { type Source, SourceLine } from './source-line.tsx';
import { WithTerms } from './term.tsx';

type Amounts = { low: number; likely: number; high: number };
type PaidTo = LandedResponse['parts'][number]['paid_to'];
type Row = Amounts & {
  key: string;
  name: string;
  about: string | null;
  paidTo: PaidTo | null;
  sources: Source[];
  checkedOn: string | null;
};

const CELL = 'figures px-2 py-2.5 text-end align-top whitespace-nowrap';

/** The landed cost line by line. */
export function CostTable({ cost, place }: { cost: LandedResponse; place: string }) {
  const t = useTranslator();
  const { total } = cost;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
    <section aria-label={t('landed.cost')} tabIndex={0} className="overflow-x-auto rounded-md border border-line">
      <table className="w-full min-w-[34rem] border-collapse text-sm">
        <thead>
          <tr className="bg-sunken">
            <th scope="col" className="px-3 py-2 text-start">
              {t('landed.cost.item')}
            </th>
            {(['low', 'likely', 'high'] as const).map((side) => (
              <th key={side} scope="col" className="px-2 py-2 text-end">
                {t(`landed.cost.${side}`)}
              </th>
            ))}
            <th scope="col" className="px-3 py-2 text-start">
              {t('landed.cost.paidTo')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(cost, t).map((row) => (
            <tr key={row.key} className={`border-line border-t ${row.paidTo ? '' : 'text-ink-soft italic'}`}>
              <th scope="row" className="min-w-36 px-3 py-2.5 text-start font-normal">
                <span className="block font-semibold">
                  <WithTerms text={row.name} />
                </span>
                {row.about && (
                  <span className="block max-w-prose text-ink-soft">
                    <WithTerms text={row.about} />
                  </span>
                )}
                {row.sources.length > 0 && (
                  <details>
                    <summary className="w-fit cursor-pointer text-ink-soft underline decoration-dotted underline-offset-4">
                      {t('landed.source.fold')}
                    </summary>
                    <SourceLine sources={row.sources} checkedOn={row.checkedOn} />
                  </details>
                )}
              </th>
              <Cells amounts={row} />
              <td className="px-3 py-2.5 align-top">{row.paidTo && t(`landed.paidTo.${row.paidTo}`)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-line-strong border-t-2 font-bold">
            <th scope="row" className="px-3 py-3 text-start">
              {place}
            </th>
            {total && cost.shown_as !== 'none' ? (
              <Cells amounts={total} isRange={cost.shown_as === 'range'} />
            ) : (
              <td colSpan={3} className="px-2 py-3 text-end">
                {t('landed.cost.none')}
              </td>
            )}
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Cells({ amounts, isRange = false }: { amounts: Amounts; isRange?: boolean }) {
  const t = useTranslator();
  return (
    <>
      <td className={CELL}>{t.dollars(amounts.low, 'whole')}</td>
      <td className={CELL}>{isRange ? '–' : t.dollars(amounts.likely, 'whole')}</td>
      <td className={CELL}>{t.dollars(amounts.high, 'whole')}</td>
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
      key: part.code,
      about: part.code === 'carquay' ? own : null,
      paidTo: part.paid_to,
      checkedOn: part.checked_on,
    })),
    ...charges.lines.map((line, place) => ({
      ...line,
      key: `${line.code}-${place}`,
      about: line.kind === 'value' ? t('landed.cost.base') : line.note,
      paidTo: line.kind === 'value' ? null : line.paid_to,
      checkedOn: line.checked_on,
    })),
  ];
}
