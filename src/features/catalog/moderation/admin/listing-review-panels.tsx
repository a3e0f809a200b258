import { Link } from 'react-router';
import { CarPicture } from '#features/catalog/listings/components/car-picture.tsx';
import { type ListingStatus, listingName } from '#features/catalog/listings/model/listing.ts';
import type { SellValues } from '#features/catalog/listings/model/listing-form.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Facts } from '#ui/admin/side-panel.tsx';
import { Icon } from '#ui/icon.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import type { AdminCardResponse, DuplicateResponse, ReviewResponse } from '../model/admin-listing-contract.ts';
import { ListingState } from './listing-state-badge.tsx';

export function ModerationPanel({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="grid min-w-0 gap-3 rounded-lg border border-line bg-surface p-4">
      <h3 className="text-lg">{title}</h3>
      {children}
    </section>
  );
}

/** The facts decoded from the VIN, and conflicts with the seller's values. */
export function VinPanel({ vin }: { vin: ReviewResponse['vin'] }) {
  const t = useTranslator();
  if (vin === null) {
    return (
      <ModerationPanel title={t('moderate.vin')}>
        <p className="text-ink-soft">{t('moderate.vin.none')}</p>
      </ModerationPanel>
    );
  }
  const conflicts = [vin.problem, vin.warning, ...vin.conflicts].filter((sentence) => sentence !== null);
  return (
    <ModerationPanel title={t('moderate.vin')}>
      <p className="figures wrap-anywhere font-semibold">{vin.vin}</p>
      {conflicts.length === 0 ? (
        <p className="flex gap-2 text-verified">
          <Icon name="check" />
          {t('moderate.vin.fits')}
        </p>
      ) : (
        <Warnings title={t('moderate.vin.conflicts')} sentences={conflicts} />
      )}
      <Facts
        facts={[
          [t('moderate.vin.maker'), vin.maker],
          [t('moderate.vin.country'), vin.country],
          [t('moderate.vin.years'), vin.years.join(', ')],
          [t('moderate.vin.check'), t(`moderate.vin.check.${vin.checkDigit}`)],
        ]}
      />
    </ModerationPanel>
  );
}

/** Names the make and model of a car that search and pages have only after they are approved too. */
export function NamesPanel({ listing, undecided }: Pick<ReviewResponse, 'listing' | 'undecided'>) {
  const t = useTranslator();
  if (undecided.length === 0) return null;
  return (
    <ModerationPanel title={t('moderate.names')}>
      <ul className="grid gap-1 text-waiting">
        {undecided.map((kind) => (
          <li key={kind} className="wrap-anywhere">
            {t(`moderate.names.${kind}`, { name: listing[kind] })}
          </li>
        ))}
      </ul>
      <Link
        to={paths.vehicleNames}
        className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
      >
        {t('moderate.names.decide')}
      </Link>
    </ModerationPanel>
  );
}

/** Warns of what a listing should have before it is approved. */
export function MissingPanel({ listing }: { listing: ReviewResponse['listing'] }) {
  const t = useTranslator();
  const missing = [
    ...(listing.images.length === 0 ? [t('moderate.missing.photos')] : []),
    ...(listing.carType === null ? [t('moderate.missing.carType')] : []),
  ];
  return missing.length === 0 ? null : <Warnings title={t('moderate.missing')} sentences={missing} />;
}

function Warnings({ title, sentences }: { title: string; sentences: string[] }) {
  return (
    <div className="grid gap-1 rounded-md border border-waiting bg-waiting-ground p-3 text-waiting">
      <p className="flex gap-2 font-semibold">
        <Icon name="warning" />
        {title}
      </p>
      <ul className="grid gap-1">
        {sentences.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the seller changed of a listing that was live or returned, such as an odometer that was turned back. */
export function ChangesPanel({ changes }: { changes: ReviewResponse['changes'] }) {
  const t = useTranslator();
  if (changes.length === 0) return null;
  return (
    <ModerationPanel title={t('moderate.changes')}>
      <table className="w-full text-start">
        <thead>
          <tr className="text-ink-soft text-sm">
            {(['field', 'before', 'after'] as const).map((head) => (
              <th key={head} scope="col" className="py-1 pe-3 text-start">
                {t(`moderate.changes.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field} className="border-line border-t align-top">
              <th scope="row" className="py-1.5 pe-3 text-start font-normal">
                {t(`sell.field.${field as keyof SellValues}`)}
              </th>
              <td className="wrap-anywhere py-1.5 pe-3">{before ?? '–'}</td>
              <td className="wrap-anywhere py-1.5 font-semibold">{after ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ModerationPanel>
  );
}

/** Cars with the same VIN or photos. */
export function DuplicatesPanel({ twins }: { twins: DuplicateResponse[] }) {
  const t = useTranslator();
  const reasons = (twin: DuplicateResponse) => [
    ...(twin.sameVin ? [t('moderate.twins.vin')] : []),
    ...(twin.samePhotos > 0 ? [t('moderate.twins.photos', { count: twin.samePhotos })] : []),
    ...(twin.similarPhotos > 0 ? [t('moderate.twins.similar', { count: twin.similarPhotos })] : []),
    twin.sameSeller ? t('moderate.twins.seller') : t('moderate.twins.other', { user: String(twin.user_id) }),
  ];
  return (
    <ModerationPanel title={t('moderate.twins')}>
      {twins.length === 0 && <p className="text-ink-soft">{t('moderate.twins.none')}</p>}
      <ul className="grid gap-3">
        {twins.map((twin) => (
          <CarRow key={twin.listing_id} car={twin} photo={twin.photo ?? twin.images[0]}>
            <span className="flex gap-1.5 font-semibold text-waiting">
              <Icon name="warning" className="mt-0.5 size-4.5" />
              {reasons(twin).join(', ')}
            </span>
          </CarRow>
        ))}
      </ul>
    </ModerationPanel>
  );
}

export function SellerPanel({ seller }: { seller: ReviewResponse['seller'] }) {
  const t = useTranslator();
  const counts = Object.entries(seller.listings).map(([state, cars]) =>
    t('moderate.state', { cars, state: t(`sell.state.${state as ListingStatus}`) }),
  );
  return (
    <ModerationPanel title={t('moderate.seller')}>
      <p className="wrap-anywhere font-semibold">{seller.name || t('moderate.seller.gone')}</p>
      <Facts
        facts={[
          [t('manage.field.user_id'), seller.id],
          [t('manage.field.contact'), seller.email],
          [
            t('manage.field.phone'),
            seller.mobile && <PhoneLink key="phone" number={seller.mobile} written={seller.mobileWritten} />,
          ],
          [t('moderate.seller.status'), t(`admin.users.status.${seller.status}`)],
          [t('moderate.seller.since'), seller.since && t.utcTime(seller.since)],
          [t('moderate.seller.listings'), counts.join(', ')],
        ]}
      />
      {seller.latest.length > 0 && <h4 className="font-semibold">{t('moderate.seller.latest')}</h4>}
      <ul className="grid gap-3">
        {seller.latest.map((car) => (
          <CarRow key={car.listing_id} car={car} photo={car.images[0]} />
        ))}
      </ul>
    </ModerationPanel>
  );
}

type CarRowProps = {
  car: AdminCardResponse;
  photo: AdminCardResponse['images'][number] | undefined;
  children?: React.ReactNode;
};

/** A row that links to the car's details. */
function CarRow({ car, photo, children }: CarRowProps) {
  const t = useTranslator();
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] gap-3">
      <div className="self-start overflow-hidden rounded-md">
        <CarPicture image={photo} alt="" sizes="5rem" maxWidth={640} />
      </div>
      <div className="grid content-start gap-1">
        <Link
          to={`${paths.carManagement}?view=${car.listing_id}`}
          className="wrap-anywhere text-link underline underline-offset-4"
        >
          {listingName(car)}
        </Link>
        <span className="figures text-ink-soft text-sm">
          {t('manage.number', { id: String(car.listing_id), user: String(car.user_id) })}
        </span>
        <ListingState listing={car} />
        {children}
      </div>
    </li>
  );
}
