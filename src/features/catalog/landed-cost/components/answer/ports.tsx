import type { LandedResponse } from '#features/catalog/landed-cost/model/landed-cost-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { WithTerms } from './term.tsx';

type Amounts = LandedResponse['cif'];

/** What the car costs at ports of the country: a table, on a phone one card for each port. */
export function Ports({ cost }: { cost: LandedResponse }) {
  return (
    <>
      <PortCards cost={cost} />
      <div className="max-sm:hidden">
        <PortsTable cost={cost} />
      </div>
    </>
  );
}

function PortCards({ cost }: { cost: LandedResponse }) {
  const t = useTranslator();
  return (
    <ul className="grid gap-2 sm:hidden">
      {cost.ports.map(({ port, name, cfr, cif, transit_days: days }) => (
        <li key={port} className="figures grid gap-1 rounded-md border border-line p-3 text-sm">
          <p className="flex flex-wrap justify-between gap-x-3">
            <span className="font-semibold">{name}</span>
            {port === cost.port && <span className="text-ink-soft">{t('landed.ports.chosen')}</span>}
          </p>
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
            {(
              [
                ['FOB', cost.fob],
                ['CFR', cfr],
                ['CIF', cif],
              ] as const
            ).map(([term, amounts]) => (
              <div key={term} className="contents">
                <dt>
                  <WithTerms text={term} />
                </dt>
                <dd className="text-end">{amounts ? amountText(amounts, t) : t('landed.notKnown')}</dd>
              </div>
            ))}
            <div className="contents">
              <dt>{t('landed.ports.sailing')}</dt>
              <dd className="text-end">
                {days
                  ? t('landed.ports.days', { least: String(days.least), most: String(days.most) })
                  : t('landed.notKnown')}
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function amountText({ low, likely, high }: NonNullable<Amounts>, t: ReturnType<typeof useTranslator>): string {
  if (low === high) return t.dollars(likely, 'whole');
  return `${t.dollars(low, 'whole')}–${t.dollars(high, 'whole')}`;
}

function PortsTable({ cost }: { cost: LandedResponse }) {
  const t = useTranslator();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
    <section aria-label={t('landed.ports')} tabIndex={0} className="overflow-x-auto rounded-md border border-line">
      <table className="figures w-full min-w-[34rem] border-collapse text-sm">
        <thead>
          <tr className="bg-sunken">
            <th scope="col" className="px-3 py-2 text-start">
              {t('landed.ports.port')}
            </th>
            {['FOB', 'CFR', 'CIF'].map((term) => (
              <th key={term} scope="col" className="px-2 py-2 text-end">
                <WithTerms text={term} />
              </th>
            ))}
            <th scope="col" className="px-3 py-2 text-end">
              {t('landed.ports.sailing')}
            </th>
          </tr>
        </thead>
        <tbody>
          {cost.ports.map(({ port, name, cfr, cif, transit_days: days }) => (
            <tr key={port} className="border-line border-t">
              <th scope="row" className={`px-3 py-2.5 text-start ${port === cost.port ? '' : 'font-normal'}`}>
                {name}
                {port === cost.port && (
                  <span className="block font-normal text-ink-soft">{t('landed.ports.chosen')}</span>
                )}
              </th>
              <Amount amounts={cost.fob} />
              <Amount amounts={cfr} />
              <Amount amounts={cif} />
              <td className="px-3 py-2.5 text-end align-top">
                {days
                  ? t('landed.ports.days', { least: String(days.least), most: String(days.most) })
                  : t('landed.notKnown')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Amount({ amounts }: { amounts: Amounts }) {
  const t = useTranslator();
  return (
    <td className="px-2 py-2.5 text-end align-top">
      {amounts ? t.dollars(amounts.likely, 'whole') : <span className="text-ink-soft">{t('landed.notKnown')}</span>}
      {amounts && amounts.low !== amounts.high && (
        <span className="block whitespace-nowrap text-ink-soft">
          {t.dollars(amounts.low, 'whole')}–{t.dollars(amounts.high, 'whole')}
        </span>
      )}
    </td>
  );
}
