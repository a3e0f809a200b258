import { useEffect, useState } from 'react';
import type { LegalDocument } from '#content/legal/legal-document.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LegalArticle } from './legal-article.tsx';

export type LegalText = 'terms' | 'privacy';

export const legalDocuments: Record<LegalText, () => Promise<LegalDocument>> = {
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
