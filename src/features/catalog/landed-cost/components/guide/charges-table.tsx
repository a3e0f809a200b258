import type { ChargesResponse } from '#features/customs/import-rules/model/import-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { SourceLine } from '../answer/source-line.tsx';
import { WithTerms } from '../answer/term.tsx';

/** The charges of an example car. */
export function ChargesTable({ charges, country }: { charges: ChargesResponse; country: string }) {
  const t = useTranslator();
  const { total } = charges;
  const amounts = ({ low, likely, high }: { low: number; likely: number; high: number }, isRange = false) => {
    const range = low === high ? null : `${t.dollars(low, 'whole')}–${t.dollars(high, 'whole')}`;
    if (isRange && range) return range;
    return range ? `${t.dollars(likely, 'whole')} (${range})` : t.dollars(likely, 'whole');
  };
  return (
    <section
      aria-label={t('landed.guide.charges.of', { country })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line"
    >
      <table className="w-full border-collapse">
        <thead>
          <tr className="bg-sunken text-sm">
            <th scope="col" className="px-3 py-2 text-start">
              {t('landed.cost.item')}
            </th>
            <th scope="col" className="px-3 py-2 text-end">
              {t('landed.guide.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {charges.lines.map((line, place) => (
            <tr key={`${line.code}-${String(place)}`} className="border-line border-t">
              <th scope="row" className="px-3 py-2.5 text-start font-normal">
                <span className="block font-semibold">
                  <WithTerms text={line.name} />
                </span>
                {line.kind === 'value' && <span className="block text-ink-soft text-sm">{t('landed.cost.base')}</span>}
                {line.note && (
                  <span className="block max-w-prose text-ink-soft text-sm">
                    <WithTerms text={line.note} />
                  </span>
                )}
                <SourceLine sources={line.sources} checkedOn={line.checked_on} />
              </th>
              <td className="figures px-3 py-2.5 text-end align-top">{amounts(line)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-line-strong border-t-2 font-bold">
            <th scope="row" className="px-3 py-3 text-start">
              {t('landed.guide.total')}
            </th>
            <td className="figures px-3 py-3 text-end">
              {total && charges.shown_as !== 'none'
                ? amounts(total, charges.shown_as === 'range')
                : t('landed.cost.none')}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
