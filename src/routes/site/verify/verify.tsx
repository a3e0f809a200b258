import { useEffect } from 'react';
import { type MetaFunction, useLoaderData } from 'react-router';
import { storeVerification } from '#features/site/issued-documents/client/check-signature.ts';
import { loadVerification, verifyPath } from '#features/site/issued-documents/client/verify-client.ts';
import { DocumentAnswer, VerifyBanner } from '#features/site/issued-documents/components/document-answer.tsx';
import { ScannedAnswer, VerifyCodeForm, VerifyFile } from '#features/site/issued-documents/components/verify-file.tsx';
import { printedCode } from '#features/site/issued-documents/model/document.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, pageMeta, pageOfMatches, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';

export const loader = serverLoader(loadVerification);
export const clientLoader = browserLoader(loadVerification);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const { site, t } = pageOfMatches(matches);
  const document = loaderData?.document;
  return pageMeta({
    title: document ? t('verify.titleOf', { number: document.number }) : t('verify.title'),
    description: t('verify.intro'),
    site,
    path: document ? verifyPath(document.code) : paths.verify,
    indexed: false,
  });
};

/** Verifies a document by its code, by the QR code that opened the page, or by its PDF. */
export default function VerifyDocument() {
  const t = useTranslator();
  const { typed, document } = useLoaderData<typeof loader>();
  useEffect(() => {
    storeVerification().catch(() => {});
  }, []);
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-1 gap-8 px-4 py-8 md:px-8 md:py-12">
      <header className="grid gap-3">
        <h1 className="wrap-anywhere text-2xl">
          {document ? t('verify.titleOf', { number: document.number }) : t('verify.title')}
        </h1>
        <p className="max-w-prose text-ink-soft text-lg">{t('verify.intro')}</p>
      </header>
      {typed !== null && !document && <VerifyBanner tone="bad">{t('verify.unknownCode')}</VerifyBanner>}
      <ScannedAnswer document={document} />
      {document && <DocumentAnswer document={document} />}
      <VerifyCodeForm typed={document ? printedCode(document.code) : (typed ?? '')} />
      <VerifyFile />
    </div>
  );
}
