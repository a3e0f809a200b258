import { Link } from 'react-router';
import { sellerPath } from '#features/people/accounts/model/seller-path.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import type { ListingResponse } from '../model/listing-contract.ts';

/** The public name of the seller, and a link to the seller's page. */
export function SellerNote({ car }: { car: Pick<ListingResponse, 'sellerId' | 'sellerName' | 'RentSell'> }) {
  const t = useTranslator();
  if (!car.sellerName || !car.sellerId) return null;
  return (
    <div className="flex gap-3 border-line border-t pt-4">
      <Icon name="user" className="mt-0.5 size-5 text-ink-soft" />
      <div className="min-w-0">
        <p className="break-words">{t(`car.seller.${car.RentSell}`, { seller: `\u2068${car.sellerName}\u2069` })}</p>
        <Link
          to={sellerPath({ id: car.sellerId, name: car.sellerName })}
          className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
        >
          {t('car.seller.page')}
        </Link>
      </div>
    </div>
  );
}
