import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import type { SignedFigures } from '../model/signed-text.ts';
import type { DocumentClaims } from '../model/verify-contract.ts';

type Row = [name: string, value: string];

/** The signed figures of a document, to compare with the paper. */
export function DocumentFigures({ rows, bankAccountEnd }: { rows: Row[]; bankAccountEnd: string | null }) {
  const t = useTranslator();
  return (
    <>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {rows.map(([name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
          <div key={at} className="min-w-0 border-line border-b pb-2">
            <dt className="text-ink-soft text-sm">{name}</dt>
            <dd className="wrap-anywhere figures">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="rounded-md border-2 border-line-strong p-4">
        <span className="block text-ink-soft text-sm">{t('verify.account')}</span>
        <span className="figures font-semibold text-lg">
          {bankAccountEnd === null ? t('verify.account.none') : t('verify.account.end', { end: bankAccountEnd })}
        </span>
      </p>
    </>
  );
}

export function rowsOfClaims(claims: DocumentClaims, t: Translator): Row[] {
  return [
    [t('verify.kind'), t(`verify.kind.${claims.kind}`)],
    [t('verify.number'), claims.number],
    [t('verify.issuer'), claims.issuer],
    [t('verify.issuedOn'), t('verify.dateInZone', { date: t.date(claims.issued_on), zone: claims.time_zone })],
    ...claims.cars.map(({ name, vin_end: vinEnd }): Row => [t('verify.car'), carText(name, vinEnd, t)]),
    ...amounts(claims, t),
    ...(claims.party ? [[t(`verify.party.${claims.party.role}`), claims.party.name] satisfies Row] : []),
    ...referenceRow(claims, t),
    ...(claims.valid_until === undefined
      ? []
      : [[t('verify.validUntil'), t.utcTime(claims.valid_until)] satisfies Row]),
    ...(claims.replaces === null ? [] : [[t('verify.replaces'), claims.replaces] satisfies Row]),
  ];
}

export function rowsOfFigures(figures: SignedFigures, t: Translator): Row[] {
  const { number, issuer, issued_on: issuedOn, car, vinEnd, moreCars, party } = figures;
  const name = car === '' ? '' : carText(car, vinEnd || null, t);
  return [
    [t('verify.number'), number],
    [t('verify.issuer'), issuer],
    [t('verify.issuedOn'), t.date(issuedOn)],
    ...(name === '' ? [] : [[t('verify.car'), name] satisfies Row]),
    ...(moreCars === 0 ? [] : [[t('verify.moreCars'), t.number(moreCars)] satisfies Row]),
    ...amounts(figures, t),
    ...(party === '' ? [] : [[t('verify.party'), party] satisfies Row]),
    ...referenceRow(figures, t),
  ];
}

function referenceRow({ reference }: Pick<DocumentClaims, 'reference'>, t: Translator): Row[] {
  return reference === undefined ? [] : [[t('verify.reference'), reference]];
}

function carText(name: string, vinEnd: string | null, t: Translator): string {
  return vinEnd === null ? name : t('verify.carWithVin', { name, end: vinEnd });
}

type Amounts = Pick<DocumentClaims, 'total_cents' | 'paid_cents'>;

/** Amounts are in US dollars so far. */
function amounts({ total_cents: total, paid_cents: paid }: Amounts, t: Translator): Row[] {
  return [
    ...(total === null ? [] : [[t('verify.total'), t.cents(total)] satisfies Row]),
    ...(paid === null
      ? []
      : [[t(paid < 0 ? 'verify.givenBack' : 'verify.paid'), t.cents(Math.abs(paid))] satisfies Row]),
  ];
}
