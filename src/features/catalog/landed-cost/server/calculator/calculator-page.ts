import { createHash } from 'node:crypto';
import { createElement as h, type ReactNode } from 'react';
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
main{max-width:60rem;margin:auto}h1{font-size:1.25rem;margin:0 0 .75rem}form{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fit,minmax(min(11rem,100%),1fr));align-items:end}
label{display:grid;gap:.25rem;font-weight:600}input,select,button{font:inherit;font-weight:400;min-height:2.75rem;padding:.375rem .625rem;border:1px solid var(--line);border-radius:6px;background:transparent;color:inherit;width:100%}
option{color:#0c1b2a;background:#fff}button{border:0;font-weight:700;background:var(--action);color:light-dark(#fff,#1a0d05);cursor:pointer}
:focus-visible{outline:3px solid light-dark(#0b5b86,#8fd0f5);outline-offset:2px}a{color:var(--link)}
.light{font-weight:700;font-size:1.125rem;margin:1.25rem 0 0}.green{color:light-dark(#0b6b5d,#55cdb8)}.amber{color:light-dark(#8a5300,#f2bb57)}.red{color:light-dark(#b3261e,#ff8d85)}
ul{padding-inline-start:1.25rem}table{border-collapse:collapse;width:100%}th,td{padding:.5rem 0;overflow-wrap:anywhere;border-top:1px solid light-dark(#ddd6c8,#24364b);text-align:start;font-weight:400;vertical-align:top}td{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
tfoot th,tfoot td{font-weight:700}small,.soft{color:var(--soft);font-size:.875rem}`;

/** The policy of the page: one style, a form to this site, and any page may frame it. It runs no script. */
export const CALCULATOR_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  'frame-ancestors *',
].join('; ');

/** The calculator as one file, which needs no script. Node loads server files without a build, so this one has no JSX. */
export function calculatorPage(page: Page): string {
  const { t } = page;
  const title = t('calculator.title');
  return `<!doctype html>${renderToStaticMarkup(
    h(
      'html',
      { lang: t.locale, dir: t.dir },
      h(
        'head',
        null,
        h('meta', { charSet: 'utf-8' }),
        h('meta', { name: 'viewport', content: 'width=device-width' }),
        h('meta', { name: 'robots', content: 'noindex' }),
        h('title', null, title),
        h('style', null, STYLE),
      ),
      h('body', null, h('main', null, h('h1', null, title), form(page), ...answerParts(page))),
    ),
  )}`;
}

function form({ t, countries, typed }: Page): ReactNode {
  const text = (name: keyof Typed, more: object) =>
    h('label', null, t(`calculator.${name}`), h('input', { name, defaultValue: typed[name], ...more }));
  const choice = <Option extends string>(
    name: keyof Typed,
    options: readonly Option[],
    words: (option: Option) => string,
    none = t('calculator.notKnown'),
    more: object = {},
  ) =>
    h(
      'label',
      null,
      t(`calculator.${name}`),
      h(
        'select',
        { name, defaultValue: typed[name] ?? '', ...more },
        h('option', { value: '' }, none),
        ...options.map((option) => h('option', { value: option }, words(option))),
      ),
    );
  const names = new Map(countries.map(({ country, name }) => [country, name]));
  return h(
    'form',
    null,
    choice('country', [...names.keys()], (country) => names.get(country) ?? country, t('calculator.choose'), {
      required: true,
      defaultValue: typed.country?.toUpperCase() ?? '',
    }),
    choice('steering', ['left', 'right'], (side) => t(`cars.steering.${side}`)),
    text('first_registration', { placeholder: '2021-06' }),
    choice('fuel', FUELS, (fuel) => t(`cars.fuelType.${fuel}`)),
    choice('body', BODIES, (body) => t(`cars.carType.${body}`)),
    text('engine_cc', { inputMode: 'numeric' }),
    text('cif', { inputMode: 'decimal' }),
    h('button', { type: 'submit' }, t('calculator.compute')),
  );
}

function answerParts({ t, origin, answer }: Page): ReactNode[] {
  if (!answer) return [];
  if ('refusal' in answer) return [h('p', { role: 'alert', className: 'light red' }, answer.refusal)];
  const { check, charges } = answer;
  const own = check.reasons.filter(({ country, outcome }) => country !== 'CN' && outcome !== 'allowed');
  const list = (items: ReactNode[][]) => h('ul', null, ...items.map((item) => h('li', null, ...item)));
  const link = (href: string, text: string) => h('a', { href, target: '_blank', rel: 'noopener' }, text);
  return [
    h('p', { role: 'status', className: `light ${check.light}` }, t(`shipTo.light.${check.light}`)),
    h('p', null, check.sentence),
    own.length > 0 && list(own.map(({ sentence, source }) => [sentence, ' ', source && sourceNote(source, t)])),
    charges && charges.lines.length > 0 && chargeTable(charges, t),
    charges && charges.missing.length > 0 && h('p', null, t('landed.cost.missing')),
    charges && charges.missing.length > 0 && list(charges.missing.map(({ sentence }) => [sentence])),
    h('p', { className: 'soft' }, check.notice),
    h(
      'p',
      null,
      link(
        origin + countryPath(check.country),
        t('calculator.rules', { country: check.country_name, product: PRODUCT_NAME }),
      ),
      ' · ',
      link(`${origin}${paths.explore}?to=${check.country}`, t('calculator.cars', { country: check.country_name })),
    ),
  ];
}

function chargeTable({ lines, total, shown_as }: ChargesResponse, t: Translator): ReactNode {
  const amounts = ({ low, high }: { low: number; high: number }) =>
    low === high ? t.dollars(low, 'whole') : `${t.dollars(low, 'whole')}–${t.dollars(high, 'whole')}`;
  const row = (name: ReactNode[], amount: string) =>
    h('tr', null, h('th', { scope: 'row' }, ...name), h('td', null, amount));
  return h(
    'table',
    null,
    h(
      'tbody',
      null,
      ...lines
        .filter(({ kind }) => kind !== 'value')
        .map((line) => row([line.name, ' ', line.source && sourceNote(line.source, t)], amounts(line))),
    ),
    h(
      'tfoot',
      null,
      row([t('landed.guide.total')], total && shown_as !== 'none' ? amounts(total) : t('landed.cost.none')),
    ),
  );
}

type Source = NonNullable<CheckResponse['reasons'][number]['source']>;

function sourceNote({ url, publisher, seen }: Source, t: Translator): ReactNode {
  const text = t('calculator.source', { publisher, date: t.date(seen) });
  return h(
    'small',
    null,
    url === null ? text : h('a', { href: url, target: '_blank', rel: 'noopener nofollow' }, text),
  );
}
