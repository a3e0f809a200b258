import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { LinkButton } from '#ui/button.tsx';

/** Leads to the page of bank transfers, beside the methods that pay at once. */
export function TransferLink({ to }: { to: string }) {
  const t = useTranslator();
  return (
    <div className="grid gap-4">
      <p className="max-w-prose">{t('transfers.offer')}</p>
      <LinkButton to={to} kind="action" className="min-h-12 text-center text-lg">
        {t('transfers.offer.link')}
      </LinkButton>
    </div>
  );
}
