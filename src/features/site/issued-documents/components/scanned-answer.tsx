import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type CheckedPayload, checkPayload } from '../client/check-signature.ts';
import { readFragment } from '../model/qr-payload.ts';
import type { VerifiedDocument } from '../model/verify-contract.ts';
import { DocumentFigures, rowsOfFigures } from './document-figures.tsx';
import { VerifyBanner } from './verify-banner.tsx';

const onHashChange = (listener: () => void) => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};

/** What the QR code says that opened the page. It is in the fragment of the address, which only the browser knows. */
export function ScannedAnswer({ document }: { document: VerifiedDocument | null }) {
  const t = useTranslator();
  const fragment = useSyncExternalStore(
    onHashChange,
    () => location.hash,
    () => '',
  );
  const [checked, setChecked] = useState<CheckedPayload | null>(null);
  const payload = fragment.length > 1 ? readFragment(fragment) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the payload is made of the fragment
  useEffect(() => {
    setChecked(null);
    if (payload) checkPayload(payload).then(setChecked, () => setChecked(null));
  }, [fragment]);
  if (!payload || !checked) return null;
  const { check, figures, listAt } = checked;
  if (document && payload.signed !== document.signed)
    return <VerifyBanner tone="bad">{t('verify.scan.otherDocument')}</VerifyBanner>;
  if (check === 'invalid' || check === 'unknown_key')
    return <VerifyBanner tone="bad">{t(`verify.scan.${check}`)}</VerifyBanner>;
  if (document) return check === 'valid' ? <VerifyBanner tone="good">{t('verify.scan.matches')}</VerifyBanner> : null;
  return (
    <section aria-live="polite" className="grid gap-5">
      {check === 'valid' && listAt !== null ? (
        <VerifyBanner tone="careful">{t('verify.scan.valid', { time: t.utcTime(listAt) })}</VerifyBanner>
      ) : (
        <VerifyBanner tone="bad">
          {t(check === 'key_compromised' ? 'verify.keyCompromised' : 'verify.scan.unchecked')}
        </VerifyBanner>
      )}
      {check === 'valid' && (
        <>
          {figures.is_demo && <VerifyBanner tone="careful">{t('verify.demo')}</VerifyBanner>}
          <p>{t('verify.compare')}</p>
          <DocumentFigures rows={rowsOfFigures(figures, t)} bankAccountEnd={figures.bank_account_end} />
        </>
      )}
    </section>
  );
}
