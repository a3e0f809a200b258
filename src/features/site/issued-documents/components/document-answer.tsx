import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import type { CheckedFile, VerifiedDocument } from '../model/verify-contract.ts';
import { DocumentFigures, rowsOfClaims } from './document-figures.tsx';
import { VerifyBanner } from './verify-banner.tsx';

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
