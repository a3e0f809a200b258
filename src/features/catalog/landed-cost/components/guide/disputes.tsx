import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { CountryGuide } from '../../client/country-guide.ts';
import { SourceLine } from '../answer/source-line.tsx';
import { WithTerms } from '../answer/term.tsx';

/** Rules that another source contradicts, and charges whose sources name different amounts. */
export function Disputes({ guide: { check, charges } }: { guide: CountryGuide }) {
  const t = useTranslator();
  const rules = check.reasons.filter(({ against }) => against.length > 0);
  const amounts = charges.lines.filter(({ low, high, note }) => low !== high && note !== null);
  if (rules.length + amounts.length === 0) return <p>{t('landed.disputes.none')}</p>;
  return (
    <ul className="grid divide-y divide-line border-line border-y">
      {rules.map(({ rule, sentence, sources, against, checked_on: checkedOn }) => (
        <li key={rule} className="grid gap-1 py-3">
          <p className="max-w-prose">
            <WithTerms text={sentence} />
          </p>
          <SourceLine sources={sources} against={against} checkedOn={checkedOn} />
        </li>
      ))}
      {amounts.map(({ code, name, low, high, note, sources, checked_on: checkedOn }) => (
        <li key={code} className="grid gap-1 py-3">
          <p className="figures">
            {t('landed.disputes.charge', { name, low: t.dollars(low, 'whole'), high: t.dollars(high, 'whole') })}
          </p>
          <p className="max-w-prose text-sm">{note}</p>
          <SourceLine sources={sources} checkedOn={checkedOn} />
        </li>
      ))}
    </ul>
  );
}
