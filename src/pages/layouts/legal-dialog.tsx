import { useEffect, useState } from 'react';
import type { LegalDocument } from '#content/legal/legal-document.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { Dialog } from '#ui/dialog.tsx';

export type LegalText = 'terms' | 'privacy';

const documents: Record<LegalText, () => Promise<LegalDocument>> = {
  terms: async () => (await import('#content/legal/terms.ts')).terms,
  privacy: async () => (await import('#content/legal/privacy.ts')).privacy,
};

type LegalDialogProps = { text: LegalText; title: string; open: boolean; onClose(): void };

/** The terms or the privacy policy over the page; the text is fetched when it is asked for. */
export function LegalDialog({ text, title, open, onClose }: LegalDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <LegalBody text={text} />
    </Dialog>
  );
}

function LegalBody({ text }: { text: LegalText }) {
  const t = useWords();
  const [document, setDocument] = useState<LegalDocument | 'failed' | null>(null);
  useEffect(() => {
    documents[text]().then(setDocument, () => setDocument('failed'));
  }, [text]);
  if (document === null) return <p>{t('shell.legal.loading')}</p>;
  if (document === 'failed') return <p role="alert">{t('shell.legal.failed')}</p>;
  return (
    <article className="max-w-prose">
      <p className="text-ink-soft text-sm">{t('shell.legal.date', { date: document.date })}</p>
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
