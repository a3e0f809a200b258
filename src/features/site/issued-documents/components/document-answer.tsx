import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { Icon } from '#ui/icon.tsx';
import type { SignedFigures } from '../model/signed-text.ts';
import type { CheckedFile, DocumentClaims, VerifiedDocument } from '../model/verify-contract.ts';

/** The document of a code. */
export function DocumentAnswer({ document }: { document: VerifiedDocument }) {
  return (
    <section aria-live="polite" className="grid gap-5">
      <StateBanner {...document} />
      <PaidBanner {...document} />
      <AccountBanner notice={document.account_notice} />
      <Claims claims={document.claims} />
    </section>
  );
}

/** What the server says about a file. */
export function FileAnswerOfServer({ answer }: { answer: CheckedFile }) {
  const t = useTranslator();
  const { result, number, claims, state } = answer;
  return (
    <div className="grid gap-5">
      <VerifyBanner tone={result === 'identical' ? 'good' : result === 'unknown' ? 'bad' : 'careful'}>
        {result === 'identical' ? t('verify.file.identical', { number: number ?? '' }) : t(`verify.file.${result}`)}
      </VerifyBanner>
      {claims && state !== null && state !== 'valid' && <StateBanner {...answer} claims={claims} state={state} />}
      <PaidBanner state={state} paid_at={answer.paid_at} />
      <AccountBanner notice={answer.account_notice} />
      {claims && <Claims claims={claims} />}
    </div>
  );
}

type Standing = Pick<VerifiedDocument, 'claims' | 'state' | 'ended_for' | 'superseded_by' | 'paid_at'>;

function StateBanner(standing: Standing) {
  const t = useTranslator();
  return <VerifyBanner tone={standing.state === 'valid' ? 'good' : 'bad'}>{stateText(standing, t)}</VerifyBanner>;
}

/** Says of an invoice that is still valid when it was paid. */
function PaidBanner({ state, paid_at: paidAt }: Pick<CheckedFile, 'state' | 'paid_at'>) {
  const t = useTranslator();
  if (state !== 'valid' || paidAt === null) return null;
  return <VerifyBanner tone="good">{t('verify.paidSince', { time: t.utcTime(paidAt) })}</VerifyBanner>;
}

function stateText(
  { claims, state, ended_for: reason, superseded_by: successor, paid_at: paidAt }: Standing,
  t: Translator,
): string {
  switch (state) {
    case 'valid':
      return t('verify.valid', { issuer: claims.issuer });
    case 'superseded':
      return t('verify.superseded', { number: successor ?? '' });
    case 'outdated':
      if (reason === 'booked' && paidAt !== null) return t('verify.outdated.paid', { time: t.utcTime(paidAt) });
      return t(`verify.outdated.${reason ?? 'money'}`);
    case 'expired':
      return t('verify.expired', { time: t.utcTime(claims.valid_until ?? '') });
    case 'revoked':
      return t('verify.revoked');
    case 'key_compromised':
      return t('verify.keyCompromised');
  }
}

function AccountBanner({ notice }: { notice: VerifiedDocument['account_notice'] }) {
  const t = useTranslator();
  if (!notice) return null;
  return (
    <VerifyBanner tone={notice.state === 'replaced' ? 'bad' : 'careful'}>
      {notice.changes_at === null
        ? t('verify.account.replaced')
        : t('verify.account.changing', { time: t.utcTime(notice.changes_at) })}
    </VerifyBanner>
  );
}

function Claims({ claims }: Pick<VerifiedDocument, 'claims'>) {
  const t = useTranslator();
  return (
    <>
      {claims.is_demo && <VerifyBanner tone="careful">{t('verify.demo')}</VerifyBanner>}
      <p>{t('verify.compare')}</p>
      <DocumentFigures rows={rowsOfClaims(claims, t)} bankAccountEnd={claims.bank_account_end} />
    </>
  );
}

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

function rowsOfClaims(claims: DocumentClaims, t: Translator): Row[] {
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

type Tone = 'good' | 'careful' | 'bad';

const LOOK = {
  good: 'border-verified bg-verified-ground text-verified',
  careful: 'border-waiting bg-waiting-ground text-waiting',
  bad: 'border-danger bg-danger-ground text-danger',
} as const;
const ICON = { good: 'certified', careful: 'info', bad: 'warning' } as const;

/** The answer in a sentence. */
export function VerifyBanner({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return (
    <p className={`flex items-start gap-3 rounded-md border p-4 font-semibold ${LOOK[tone]}`}>
      <Icon name={ICON[tone]} className="mt-0.5 size-6" />
      <span className="wrap-anywhere min-w-0">{children}</span>
    </p>
  );
}
