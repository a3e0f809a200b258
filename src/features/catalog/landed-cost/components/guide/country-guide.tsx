import { PREPARATION_DAYS } from '#features/customs/import-rules/model/expected-day.ts';
import type { ChargesResponse } from '#features/customs/import-rules/model/import-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useSite } from '#lib/pages/page-site.ts';
import { CALCULATOR } from '#paths.ts';
import { EXAMPLE, type CountryGuide as Guide } from '../../client/country-guide.ts';
import { type Reason, ReasonList } from '../answer/reason-list.tsx';
import { ReportMistake } from '../answer/report-mistake.tsx';
import { type Source, SourceLine, SourceLink } from '../answer/source-line.tsx';
import { WithTerms } from '../answer/term.tsx';
import { Disputes } from './disputes.tsx';
import { GUIDE_PARTS, Part, PartIndex } from './guide-parts.tsx';
import { RuleChanges } from './rule-changes.tsx';

/** The order in which gates are shown; papers and inspection are documents. */
const GATES = ['age', 'steering', 'conformity', 'use', 'fuel', 'engine', 'emission', 'body', 'buyer'] as const;

/** Rules, charges, timeline, documents and sources of a country. */
export function CountryGuide({ guide, country }: { guide: Guide; country: string }) {
  const t = useTranslator();
  const { check, charges, ages, changes } = guide;
  const own = check.reasons.filter((reason) => reason.country !== 'CN');
  const documents = own.filter(({ gate }) => gate === 'papers' || gate === 'inspection');
  const origin = check.reasons.filter((reason) => reason.country === 'CN');
  return (
    <>
      <PartIndex names={GUIDE_PARTS.filter((name) => name !== 'ages' || ages.ages.length > 0)} />
      <Part name="rules" isOpen>
        {own.length === 0 && <p>{t('landed.reasons.none', { country })}</p>}
        {GATES.map((gate) => (
          <Gate key={gate} gate={gate} reasons={own.filter((reason) => reason.gate === gate)} country={country} />
        ))}
      </Part>
      {ages.ages.length > 0 && (
        <Part name="ages">
          <ul className="list-disc ps-5">
            {[...new Set(ages.ages.map(({ method, from, to }) => `${method} ${from} ${to}`))].map((key) => {
              const age = ages.ages.find(({ method, from, to }) => `${method} ${from} ${to}` === key);
              if (!age) return null;
              const until = `landed.guide.to.${age.to}`;
              const to = t.hasMessage(until) ? t(until) : age.to;
              const dates = { from: t(`landed.guide.from.${age.from}`), to };
              return <li key={key}>{t(`landed.guide.age.${age.method}`, dates)}</li>;
            })}
          </ul>
        </Part>
      )}
      <Part name="charges">
        {charges.lines.length === 0 ? (
          <p>
            {t(charges.missing.length > 0 ? 'landed.guide.charges.open' : 'landed.guide.charges.none', { country })}
          </p>
        ) : (
          <>
            <p>
              {t('landed.guide.example', {
                cif: t.price(EXAMPLE.cif),
                price: t.price(EXAMPLE.newPrice),
                years: String(EXAMPLE.years),
                cc: t.number(EXAMPLE.cc),
              })}
            </p>
            <ChargesTable charges={charges} country={country} />
          </>
        )}
        {charges.missing.length > 0 && (
          <div>
            <h3 className="text-base">{t('landed.cost.missing')}</h3>
            <ul className="list-disc ps-5">
              {charges.missing.map(({ sentence }) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </div>
        )}
      </Part>
      <Part name="timeline">
        <ul className="list-disc ps-5">
          <li>
            {t('landed.guide.preparation', { days: String(check.expected?.preparation_days ?? PREPARATION_DAYS) })}
          </li>
          <li>
            {check.expected?.sailing_days && check.expected.sailing_is === 'known'
              ? t('landed.guide.sailing', { days: String(check.expected.sailing_days) })
              : t('landed.guide.sailing.unknown')}
          </li>
        </ul>
      </Part>
      <Part name="documents">
        {documents.length === 0 && <p>{t('landed.guide.documents.none', { country })}</p>}
        <ReasonList reasons={documents} listingId={null} isGeneral />
      </Part>
      <Part name="origin">
        <ReasonList reasons={origin} listingId={null} isGeneral />
      </Part>
      <Part name="changes">
        <RuleChanges changes={changes} country={check.country} />
      </Part>
      <Part name="disputes">
        <Disputes guide={guide} />
      </Part>
      <Part name="sources">
        <ul className="grid list-disc gap-1 ps-5">
          {sourcesOf(guide).map((source) => (
            <li key={source.id}>
              <SourceLink source={source} />
            </li>
          ))}
        </ul>
      </Part>
      <ReportMistake country={check.country} rule={null} listingId={null} />
      <p className="text-ink-soft">{check.notice}</p>
      <Embed country={check.country} />
    </>
  );
}

/** The line of HTML that shows the calculator on another site. */
function Embed({ country }: { country: string }) {
  const t = useTranslator();
  const { origin } = useSite();
  const address = `${origin}${CALCULATOR}?country=${country}`;
  return (
    <details>
      <summary className="w-fit cursor-pointer font-semibold">{t('landed.embed')}</summary>
      <p className="max-w-prose">{t('landed.embed.about')}</p>
      <pre className="whitespace-pre-wrap break-all rounded-md border border-line bg-sunken p-3 text-sm">
        <code>{`<iframe src="${address}" title="${t('landed.embed.frame')}" width="100%" height="900" style="border:0" loading="lazy"></iframe>`}</code>
      </pre>
    </details>
  );
}

type GateProps = { gate: (typeof GATES)[number]; reasons: Reason[]; country: string };

/** The gates that a green light needs are shown without a rule too. */
function Gate({ gate, reasons, country }: GateProps) {
  const t = useTranslator();
  const isDeciding = gate === 'age' || gate === 'steering' || gate === 'conformity';
  if (reasons.length === 0 && !isDeciding) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{t(`landed.guide.gate.${gate}`)}</h3>
      {reasons.length === 0 && <p className="text-ink-soft">{t('landed.reasons.none', { country })}</p>}
      <ReasonList reasons={reasons} listingId={null} isGeneral />
    </section>
  );
}

function sourcesOf({ check, charges }: Guide): Source[] {
  const all = [
    ...check.reasons.flatMap(({ sources, against }) => [...sources, ...against]),
    ...charges.lines.flatMap(({ sources }) => sources),
  ];
  return [...new Map(all.map((source) => [source.id, source])).values()];
}

/** The charges of an example car. */
function ChargesTable({ charges, country }: { charges: ChargesResponse; country: string }) {
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
