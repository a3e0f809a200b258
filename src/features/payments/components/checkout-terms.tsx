import { useState } from 'react';
import { LegalDialog } from '#features/content/components/legal-dialog.tsx';
import { PaysWhom } from '#features/operator/components/pays-whom.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';

/** Whom the buyer pays, and the terms that apply. Stands outside the form, because a dialog has a form of its own. */
export function CheckoutTerms() {
  const t = useTranslator();
  const [open, setOpen] = useState(false);
  return (
    <div className="grid gap-2 text-ink-soft text-sm noscript:hidden">
      <PaysWhom />
      <p>
        {t('checkout.terms')}{' '}
        <button type="button" onClick={() => setOpen(true)} className={TEXT_LINK}>
          {t('shell.legal.terms')}
        </button>
      </p>
      <LegalDialog text="terms" open={open} onClose={() => setOpen(false)} />
    </div>
  );
}
