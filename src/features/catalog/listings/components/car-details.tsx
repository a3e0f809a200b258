import { isBookable, listingName } from '#features/catalog/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Crumb } from '#lib/pages/structured-data.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { tweetLink } from '../model/chat-message.ts';
import type { ListingResponse } from '../model/listing-contract.ts';
import { useHold } from './availability-note.tsx';
import { CarGallery } from './gallery/car-gallery.tsx';
import { MileageText } from './mileage-text.tsx';
import { PriceBox, paymentPath } from './price/price-box.tsx';
import { CarPrice } from './price/price-text.tsx';
import { StatusBadge } from './status-badge.tsx';
import { REPORT_ROW, TrustFact } from './trust-fact.tsx';

import './car-details.css';

type CarDetailsProps = {
  car: ListingResponse;
  favorite: React.ReactNode;
  related: React.ReactNode;
  crumbs: Crumb[];
  /** Absolute URL of this page. */
  url: string;
  links: { similar: string };
  /** Facts, comparison and reviews of the car. */
  more: React.ReactNode;
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
  const { car, favorite, related, crumbs, url, links, more, landed, localPrice, days, booking = '' } = props;
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
      <div className="grid grid-cols-1 content-start gap-7 px-4 sm:gap-10 md:px-0">
        {days}
        {landed}
        {more}
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

type CarHeadingProps = {
  car: ListingResponse;
  name: string;
  shareText: string;
  url: string;
  favorite: React.ReactNode;
};

function CarHeading({ car, name, shareText, url, favorite }: CarHeadingProps) {
  const t = useTranslator();
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-2xl">{name}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
          <StatusBadge status={car.listing_status} />
          <MileageText miles={car.mileage} km={car.mileageKm} />
          <span>{car.location || t('cars.notAvailable')}</span>
          <TrustFact car={car} basis={`#${REPORT_ROW}`} />
        </p>
        <p className="figures mt-1 text-ink-soft text-sm">
          <time dateTime={car.dateposted} className="inline-block">
            {t('car.listed', { date: t.utcDay(car.dateposted) })}
          </time>
          {' · '}
          <time dateTime={car.date_updated} className="inline-block">
            {t('car.updated', { date: t.utcDay(car.date_updated) })}
          </time>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {favorite}
        <ShareButton text={shareText} url={url} />
      </div>
    </div>
  );
}

type ShareButtonProps = { text: string; url: string };

/** Uses the device's share dialog if there is one, else a tweet. Without JavaScript, it is a link to the tweet. */
function ShareButton({ text, url }: ShareButtonProps) {
  const t = useTranslator();
  const share = (event: React.MouseEvent) => {
    if (typeof navigator.share !== 'function') return;
    event.preventDefault();
    navigator.share({ title: text, text, url }).catch(() => {});
  };
  return (
    <a
      href={tweetLink(text, url)}
      target="_blank"
      rel="noopener noreferrer"
      onClick={share}
      className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 font-semibold hover:underline"
    >
      <Icon name="share" />
      {t('car.share')}
    </a>
  );
}
