import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { CheckedFile, VerifiedDocument } from '../model/verify-contract.ts';
import { DocumentFigures, rowsOfClaims } from './document-figures.tsx';
import { VerifyBanner } from './verify-banner.tsx';

/** The document of a code. */
export function DocumentAnswer({ document }: { document: VerifiedDocument }) {
  return (
    <section aria-live="polite" className="grid gap-5">
      <StateBanner {...document} />
      <AccountBanner notice={document.account_notice} />
      <Claims claims={document.claims} />
    </section>
  );
}

/** What the server says about a file. */
export function FileAnswerOfServer({ answer }: { answer: CheckedFile }) {
  const t = useTranslator();
  const { result, number, claims, state, superseded_by } = answer;
  return (
    <div className="grid gap-5">
      <VerifyBanner tone={result === 'identical' ? 'good' : result === 'unknown' ? 'bad' : 'careful'}>
        {result === 'identical' ? t('verify.file.identical', { number: number ?? '' }) : t(`verify.file.${result}`)}
      </VerifyBanner>
      {claims && state !== null && state !== 'valid' && (
        <StateBanner claims={claims} state={state} superseded_by={superseded_by} />
      )}
      <AccountBanner notice={answer.account_notice} />
      {claims && <Claims claims={claims} />}
    </div>
  );
}

type Standing = Pick<VerifiedDocument, 'claims' | 'state' | 'superseded_by'>;

function StateBanner({ claims, state, superseded_by: successor }: Standing) {
  const t = useTranslator();
  if (state === 'valid') return <VerifyBanner tone="good">{t('verify.valid', { issuer: claims.issuer })}</VerifyBanner>;
  const text =
    state === 'superseded' && successor !== null
      ? t('verify.superseded', { number: successor })
      : t(state === 'revoked' ? 'verify.revoked' : 'verify.keyCompromised');
  return <VerifyBanner tone="bad">{text}</VerifyBanner>;
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
