import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Crumb } from '#lib/pages/structured-data.ts';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { LinkButton } from '#ui/button.tsx';
import type { ListingResponse } from '../model/listing-contract.ts';
import { listingName } from '../model/listing-name.ts';
import { isBookable } from '../model/listing-status.ts';
import { CarSection, ExtraFeatures, ServiceHistory, Specifications, WhatHappensNext } from './car-facts.tsx';
import { CarHeading } from './car-heading.tsx';
import { CarGallery } from './gallery/car-gallery.tsx';
import { CarPassport } from './passport/car-passport.tsx';
import { PriceBox, paymentPath } from './price/price-box.tsx';
import { CarPrice } from './price/price-text.tsx';
import { useHold } from './use-hold.ts';
import './car-details.css';

type CarDetailsProps = {
  car: ListingResponse;
  favorite: React.ReactNode;
  related: React.ReactNode;
  crumbs: Crumb[];
  /** Absolute URL of this page. */
  url: string;
  links: { similar: string };
  reviews: React.ReactNode;
  /** How the price compares with similar cars. */
  comparison?: React.ReactNode;
  /** Of a car for sale: whether it may be imported, and what it costs there. */
  landed?: React.ReactNode;
  /** The price in the buyer's currency. */
  localPrice?: React.ReactNode;
  /** Of a car for rent: the calendar of its free days. */
  days?: React.ReactNode;
  /** Query part that carries the chosen days or the destination into booking. */
  booking?: string;
};

export function CarDetails(props: CarDetailsProps) {
  const {
    car,
    favorite,
    related,
    crumbs,
    url,
    links,
    reviews,
    comparison,
    landed,
    localPrice,
    days,
    booking = '',
  } = props;
  const t = useTranslator();
  const name = listingName(car);
  const shareText = t('car.share.text', { car: name, price: t.price(car.price) });
  const rents = car.RentSell === 'Rent';
  const held = useHold(car) !== null;
  return (
    <div className="car-details mx-auto grid max-w-[86rem] grid-cols-1 gap-x-10 gap-y-8 pb-12 md:px-8">
      <div className="-mb-6 px-4 pt-2 md:px-0">
        <Breadcrumbs crumbs={crumbs} />
      </div>
      <div className="grid gap-5">
        <div className="px-4 max-lg:order-1 md:px-0">
          <CarHeading car={car} name={name} shareText={shareText} url={url} favorite={favorite} />
        </div>
        <CarGallery images={car.images} car={name} />
      </div>
      <div className="car-money px-4 md:px-0">
        <PriceBox car={car} name={name} url={url} similar={links.similar} booking={booking} localPrice={localPrice} />
      </div>
      <div className="grid grid-cols-1 content-start gap-10 px-4 md:px-0">
        {days}
        {landed}
        <CarSection title={t('car.description')}>
          <p className="max-w-prose whitespace-pre-line" dir="auto">
            {car.description || t('car.description.none')}
          </p>
          <BankDetailsWarning text={`${car.description ?? ''}\n${car.modificationDetails ?? ''}`} to="reader" />
        </CarSection>
        <Specifications car={car} />
        {!rents && <CarPassport car={car} />}
        <ExtraFeatures car={car} />
        <ServiceHistory car={car} />
        {comparison}
        <WhatHappensNext rents={rents} />
        {reviews}
      </div>
      <div className="car-related min-w-0 px-4 md:px-0">{related}</div>
      {isBookable(car.RentSell, car.listing_status) && !held && (
        <div className="bottom-bar" data-keep-clear="">
          <p className="min-w-0 font-bold text-xl leading-tight">
            <CarPrice car={car} />
          </p>
          <LinkButton to={paymentPath(car) + booking} kind="action">
            {t(rents ? 'car.rent' : 'car.book')}
          </LinkButton>
        </div>
      )}
    </div>
  );
}
