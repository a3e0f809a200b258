import { claims } from '#content/claims.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { centsOf } from '#lib/money.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { ListingResponse } from '../../model/listing-contract.ts';
import { unavailableAs } from '../../model/listing-status.ts';
import { AvailabilityNote } from '../availability-note.tsx';
import { ContactButtons } from '../contact-buttons.tsx';
import { SellerNote } from '../seller-note.tsx';
import { useHold } from '../use-hold.ts';
import { InstallmentEstimate } from './instalment-estimate.tsx';
import { PriceBreakdown } from './price-breakdown.tsx';
import { CarPrice } from './price-text.tsx';

type PriceBoxProps = {
  car: ListingResponse;
  name: string;
  url: string;
  similar: string;
  booking: string;
  /** The price in the buyer's currency. */
  localPrice?: React.ReactNode;
};

/** The price breakdown and the buttons to book, rent or contact. */
export function PriceBox({ car, name, url, similar, booking, localPrice }: PriceBoxProps) {
  const t = useTranslator();
  const { listing_status: status } = car;
  const rents = car.RentSell === 'Rent';
  const unavailable = unavailableAs(car.RentSell, status);
  const held = useHold(car) !== null;
  return (
    <div className="grid gap-5 rounded-lg border border-line bg-surface p-5 md:p-6">
      <div className="grid gap-1">
        <h2 className="text-base text-ink-soft">{t('car.price')}</h2>
        <p className="font-bold text-2xl">
          <CarPrice car={car} />
        </p>
        {localPrice}
        {!rents && <InstallmentEstimate priceCents={centsOf(car.price)} />}
      </div>
      <PriceBreakdown car={car} />
      {unavailable === null && held && (
        <div className="grid gap-3 rounded-md bg-sunken p-4">
          <AvailabilityNote car={car} />
          <LinkButton to={similar}>{t('car.gone.browse')}</LinkButton>
        </div>
      )}
      {unavailable === null && !held && (
        <div className="grid gap-2">
          {status === 'rented' && <p className="font-semibold">{t('car.rent.today')}</p>}
          <AvailabilityNote car={car} />
          <LinkButton to={paymentPath(car) + booking} kind="action" className="min-h-12 text-lg">
            {t(rents ? 'car.rent' : 'car.book')}
          </LinkButton>
          {rents && <p className="text-ink-soft text-sm">{t('car.rent.days')}</p>}
        </div>
      )}
      {unavailable !== null && (
        <div className="grid gap-3 rounded-md bg-sunken p-4">
          <p className="font-semibold">{t(`car.gone.${unavailable}`)}</p>
          <LinkButton to={similar}>{t('car.gone.browse')}</LinkButton>
        </div>
      )}
      <ContactButtons id={car.listing_id} name={name} url={url} />
      <SellerNote car={car} />
      <ul className="grid gap-2 border-line border-t pt-4">
        {rents ? (
          <>
            <Assurance>{t('car.assurance.rent.cancel')}</Assurance>
            <Assurance detail={t('car.assurance.rent.protocol.how')}>{t('car.assurance.rent.protocol')}</Assurance>
          </>
        ) : (
          <>
            <Assurance detail={t('car.assurance.moneyBack.how')}>
              {t('car.assurance.moneyBack', { days: claims.moneyBackDays })}
            </Assurance>
            <Assurance detail={t('car.assurance.delivery.how')}>
              {t('car.assurance.delivery', { km: claims.freeDeliveryKm })}
            </Assurance>
          </>
        )}
      </ul>
    </div>
  );
}

export function paymentPath({ listing_id }: Pick<ListingResponse, 'listing_id'>): string {
  return paths.payment.replace(':id', String(listing_id));
}

function Assurance({ children, detail }: { children: string; detail?: string }) {
  return (
    <li className="flex items-start gap-2">
      <Icon name="check" className="mt-0.5 size-5 shrink-0 text-verified" />
      <span>
        {children}
        {detail && <span className="block text-ink-soft text-sm">{detail}</span>}
      </span>
    </li>
  );
}
