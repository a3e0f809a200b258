import { lazy } from 'react';
import { LegalArticle } from './legal-article.tsx';
import { legalDocuments } from './legal-dialog.tsx';

/**
 * The terms and the privacy policy as collapsed details for browsers without scripts. They are in a `noscript`, which
 * React renders on the server only, so other browsers do not fetch the texts for it.
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
