import { lazy, useEffect, useState } from 'react';
import type { LegalDocument } from '#content/legal/legal-document.ts';
import { OperatorDetails } from '#features/site/operator/components/operator.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Dialog } from '#ui/dialog.tsx';

export type LegalText = 'terms' | 'privacy';

const legalDocuments: Record<LegalText, () => Promise<LegalDocument>> = {
  terms: async () => (await import('#content/legal/terms.ts')).terms,
  privacy: async () => (await import('#content/legal/privacy.ts')).privacy,
};

const TITLES = { terms: 'shell.legal.terms', privacy: 'shell.footer.privacy' } as const;

type LegalDialogProps = { text: LegalText; open: boolean; onClose(): void };

/** Dialog with the terms or the privacy policy. The text is fetched when it opens. */
export function LegalDialog({ text, open, onClose }: LegalDialogProps) {
  const t = useTranslator();
  return (
    <Dialog title={t(TITLES[text])} open={open} onClose={onClose}>
      <LegalBody text={text} />
    </Dialog>
  );
}

function LegalBody({ text }: { text: LegalText }) {
  const t = useTranslator();
  const [document, setDocument] = useState<LegalDocument | 'failed' | null>(null);
  useEffect(() => {
    legalDocuments[text]().then(setDocument, () => setDocument('failed'));
  }, [text]);
  if (document === null) return <p>{t('shell.legal.loading')}</p>;
  if (document === 'failed') return <p role="alert">{t('shell.legal.failed')}</p>;
  return <LegalArticle document={document} focusable />;
}

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

/** A legal text. `focusable` makes it scrollable by keyboard inside a dialog. */
function LegalArticle({ document, focusable = false }: { document: LegalDocument; focusable?: boolean }) {
  const t = useTranslator();
  return (
    <article className="max-w-prose" aria-label={document.title} {...(focusable && { tabIndex: 0 })}>
      <p className="text-ink-soft text-sm">{t('shell.legal.date', { date: document.date })}</p>
      <div className="mt-4 rounded-md bg-sunken p-4">
        <OperatorDetails />
      </div>
      <ol className="mt-4 grid list-decimal gap-5 ps-6">
        {document.sections.map((section) => (
          <li key={section.heading} className="ps-1 marker:font-bold">
            <h3 className="font-bold">{section.heading}</h3>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-2">
                {paragraph}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </article>
  );
}
