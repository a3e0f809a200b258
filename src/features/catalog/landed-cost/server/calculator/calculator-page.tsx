import { createHash } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { BODIES, FUELS } from '#features/customs/import-rules/model/car.ts';
import type { ChargesResponse } from '#features/customs/import-rules/model/import-contract.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { PRODUCT_NAME } from '#lib/product.ts';
import { paths } from '#paths.ts';
import { countryPath } from '../../model/country-slug.ts';
import type { CheckResponse } from '../../model/landed-cost-contract.ts';

/** What a visitor typed, by the names of the fields. Unchecked. */
export type Typed = { [Name in (typeof FIELDS)[number]]?: string | undefined };
export const FIELDS = ['country', 'steering', 'first_registration', 'fuel', 'body', 'engine_cc', 'cif'] as const;

export type CalculatorAnswer = { check: CheckResponse; charges: ChargesResponse | null } | { refusal: string };

type Page = {
  t: Translator;
  /** Origin of links to the site. */
  origin: string;
  countries: { country: string; name: string }[];
  typed: Typed;
  /** Null until a country is chosen. */
  answer: CalculatorAnswer | null;
};

const STYLE = `:root{color-scheme:light dark;--ink:light-dark(#0c1b2a,#eef2f5);--soft:light-dark(#46566a,#a9b7c6);--line:light-dark(#8b8577,#6c7f95);--link:light-dark(#0b5b86,#7cc4ee);--action:light-dark(#c2410c,#ff8a4c)}
*{box-sizing:border-box}body{margin:0;padding:1rem;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:light-dark(#fff,#101d2c)}
main{max-width:60rem;margin:auto}h1{font-size:1.25rem;margin:0 0 .75rem}form{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));align-items:end}
label{display:grid;gap:.25rem;font-weight:600}input,select,button{font:inherit;font-weight:400;min-height:2.75rem;padding:.375rem .625rem;border:1px solid var(--line);border-radius:6px;background:transparent;color:inherit;width:100%}
option{color:#0c1b2a;background:#fff}button{border:0;font-weight:700;background:var(--action);color:light-dark(#fff,#1a0d05);cursor:pointer}
:focus-visible{outline:3px solid light-dark(#0b5b86,#8fd0f5);outline-offset:2px}a{color:var(--link)}
.light{font-weight:700;font-size:1.125rem;margin:1.25rem 0 0}.green{color:light-dark(#0b6b5d,#55cdb8)}.amber{color:light-dark(#8a5300,#f2bb57)}.red{color:light-dark(#b3261e,#ff8d85)}
ul{padding-inline-start:1.25rem}table{border-collapse:collapse;width:100%}th,td{padding:.5rem 0;border-top:1px solid light-dark(#ddd6c8,#24364b);text-align:start;font-weight:400;vertical-align:top}td{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
tfoot th,tfoot td{font-weight:700}small,.soft{color:var(--soft);font-size:.875rem}`;

/** The policy of the page: one style, a form to this site, and any page may frame it. It runs no script. */
export const CALCULATOR_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  'frame-ancestors *',
].join('; ');

/** The calculator as one file, which needs no script. */
export function calculatorPage(page: Page): string {
  return `<!doctype html>${renderToStaticMarkup(<Calculator {...page} />)}`;
}

function Calculator({ t, origin, countries, typed, answer }: Page) {
  return (
    <html lang={t.locale} dir={t.dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>{t('calculator.title')}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <main>
          <h1>{t('calculator.title')}</h1>
          <form>
            <label>
              {t('calculator.country')}
              <select name="country" required defaultValue={typed.country?.toUpperCase() ?? ''}>
                <option value="">{t('calculator.choose')}</option>
                {countries.map(({ country, name }) => (
                  <option key={country} value={country}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <Choice
              t={t}
              name="steering"
              typed={typed}
              label={t('calculator.steering')}
              options={['left', 'right']}
              words={(side) => t(`cars.steering.${side}`)}
            />
            <label>
              {t('calculator.first_registration')}
              <input name="first_registration" placeholder="2021-06" defaultValue={typed.first_registration} />
            </label>
            <Choice
              t={t}
              name="fuel"
              typed={typed}
              label={t('calculator.fuel')}
              options={FUELS}
              words={(fuel) => t(`cars.fuelType.${fuel}`)}
            />
            <Choice
              t={t}
              name="body"
              typed={typed}
              label={t('calculator.body')}
              options={BODIES}
              words={(body) => t(`cars.carType.${body}`)}
            />
            <label>
              {t('calculator.engine_cc')}
              <input name="engine_cc" inputMode="numeric" defaultValue={typed.engine_cc} />
            </label>
            <label>
              {t('calculator.cif')}
              <input name="cif" inputMode="decimal" defaultValue={typed.cif} />
            </label>
            <button type="submit">{t('calculator.compute')}</button>
          </form>
          {answer && <Answer t={t} origin={origin} answer={answer} />}
        </main>
      </body>
    </html>
  );
}

type ChoiceProps<Option extends string> = {
  t: Translator;
  name: keyof Typed;
  typed: Typed;
  label: string;
  options: readonly Option[];
  words: (option: Option) => string;
};

function Choice<Option extends string>({ t, name, typed, label, options, words }: ChoiceProps<Option>) {
  return (
    <label>
      {label}
      <select name={name} defaultValue={typed[name] ?? ''}>
        <option value="">{t('calculator.notKnown')}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {words(option)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Answer({ t, origin, answer }: Pick<Page, 't' | 'origin'> & { answer: CalculatorAnswer }) {
  if ('refusal' in answer)
    return (
      <p role="alert" className="light red">
        {answer.refusal}
      </p>
    );
  const { check, charges } = answer;
  const own = check.reasons.filter(({ country, outcome }) => country !== 'CN' && outcome !== 'allowed');
  return (
    <>
      <p role="status" className={`light ${check.light}`}>
        {t(`shipTo.light.${check.light}`)}
      </p>
      <p>{check.sentence}</p>
      {own.length > 0 && (
        <ul>
          {own.map(({ rule, sentence, source }) => (
            <li key={rule}>
              {sentence} {source && <Source t={t} source={source} />}
            </li>
          ))}
        </ul>
      )}
      {charges && charges.lines.length > 0 && <Charges t={t} charges={charges} />}
      {charges && charges.missing.length > 0 && (
        <>
          <p>{t('landed.cost.missing')}</p>
          <ul>
            {charges.missing.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <p className="soft">{check.notice}</p>
      <p>
        <a href={origin + countryPath(check.country)} target="_blank" rel="noopener">
          {t('calculator.rules', { country: check.country_name, product: PRODUCT_NAME })}
        </a>
        {' · '}
        <a href={`${origin}${paths.explore}?to=${check.country}`} target="_blank" rel="noopener">
          {t('calculator.cars', { country: check.country_name })}
        </a>
      </p>
    </>
  );
}

function Charges({ t, charges }: { t: Translator; charges: ChargesResponse }) {
  const amounts = ({ low, high }: { low: number; high: number }) =>
    low === high ? t.dollars(low, 'whole') : `${t.dollars(low, 'whole')}–${t.dollars(high, 'whole')}`;
  const { lines, total } = charges;
  return (
    <table>
      <tbody>
        {lines
          .filter(({ kind }) => kind !== 'value')
          .map((line, place) => (
            <tr key={`${line.code}-${String(place)}`}>
              <th scope="row">
                {line.name} {line.source && <Source t={t} source={line.source} />}
              </th>
              <td>{amounts(line)}</td>
            </tr>
          ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('landed.guide.total')}</th>
          <td>{total && charges.shown_as !== 'none' ? amounts(total) : t('landed.cost.none')}</td>
        </tr>
      </tfoot>
    </table>
  );
}

type SourceProps = { t: Translator; source: NonNullable<CheckResponse['reasons'][number]['source']> };

function Source({ t, source: { url, publisher, seen } }: SourceProps) {
  const text = t('calculator.source', { publisher, date: t.date(seen) });
  return url === null ? (
    <small>{text}</small>
  ) : (
    <small>
      <a href={url} target="_blank" rel="noopener nofollow">
        {text}
      </a>
    </small>
  );
}
