import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';

/** Offers a bank transfer beside the methods that pay at once. */
export function TransferLink({ to }: { to: string }) {
  const t = useTranslator();
  return (
    <section aria-label={t('transfers.page')} className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon name="bank" className="size-5" />
        {t('transfers.page')}
      </h2>
      <p>{t('transfers.offer')}</p>
      <Link to={to} className={`${TEXT_LINK} justify-self-start`}>
        {t('transfers.offer.link')}
      </Link>
    </section>
  );
}
