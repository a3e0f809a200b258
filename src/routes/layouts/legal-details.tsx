import { lazy } from 'react';
import { LegalArticle } from './legal-article.tsx';
import { legalDocuments } from './legal-dialog.tsx';

/**
 * The terms and the privacy policy, folded up on the page itself. They stand in a `noscript`, whose inside React leaves to the
 * server: a browser that runs scripts never fetches them for this.
 */
export const LegalDetails = lazy(async () => {
  const documents = await Promise.all(
    Object.entries(legalDocuments).map(async ([id, fetchDocument]) => ({ id, document: await fetchDocument() })),
  );
  const details = documents.map(({ id, document }) => (
    <details key={id} id={id} className="w-full">
      <summary className="py-2.5 font-semibold text-link">{document.title}</summary>
      <LegalArticle document={document} />
    </details>
  ));
  return { default: () => details };
});
