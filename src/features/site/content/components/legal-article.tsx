import type { LegalDocument } from '#content/legal/legal-document.ts';
import { OperatorDetails } from '#features/site/operator/components/operator-details.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';

/** A legal text. `focusable` makes it scrollable by keyboard inside a dialog. */
export function LegalArticle({ document, focusable = false }: { document: LegalDocument; focusable?: boolean }) {
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
