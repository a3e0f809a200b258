import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Icon } from '#ui/icon.tsx';
import type { ListingResponse } from '../model/listing-contract.ts';

/** The public name of the seller, and a link to the seller's cars of the same kind of offer. */
export function SellerNote({ car }: { car: Pick<ListingResponse, 'sellerId' | 'sellerName' | 'RentSell'> }) {
  const t = useTranslator();
  if (!car.sellerName || !car.sellerId) return null;
  const mode = car.RentSell === 'Rent' ? '&mode=rent' : '';
  return (
    <div className="flex gap-3 border-line border-t pt-4">
      <Icon name="user" className="mt-0.5 size-5 text-ink-soft" />
      <div className="min-w-0">
        <p className="break-words">{t(`car.seller.${car.RentSell}`, { seller: `\u2068${car.sellerName}\u2069` })}</p>
        <Link
          to={`${paths.explore}?seller=${car.sellerId}${mode}`}
          className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
        >
          {t('car.seller.cars')}
        </Link>
      </div>
    </div>
  );
}
