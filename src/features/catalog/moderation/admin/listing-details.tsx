import { Link, useSearchParams } from 'react-router';
import { CarPicture } from '#features/catalog/listings/components/car-picture.tsx';
import { MileageText } from '#features/catalog/listings/components/mileage-text.tsx';
import { listingName, listingPath } from '#features/catalog/listings/model/listing.ts';
import { flagsOf, LINE_NAMES } from '#features/catalog/listings/model/listing-fields.ts';
import { mediaCalls } from '#features/site/site-calls.ts';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { searchToOpen } from '#ui/admin/list-page.tsx';
import { Facts, SidePanel } from '#ui/admin/side-panel.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import type { AdminListingResponse } from '../model/admin-listing-contract.ts';
import { lineLabel, lineText } from './listing-fields.tsx';
import { ListingState } from './listing-state-badge.tsx';

export function ListingDetails({ listing }: { listing: AdminListingResponse | null }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  return (
    <SidePanel title={t('manage.view.title')} open={listing !== null}>
      {listing && (
        <div className="grid gap-5">
          <h3 className="wrap-anywhere text-xl">{listingName(listing)}</h3>
          <Photos listing={listing} />
          <ListingFacts listing={listing} />
          {listing.description && <p className="wrap-anywhere whitespace-pre-line">{listing.description}</p>}
          <BankDetailsWarning text={listing.description} to="office" />
          <div className="flex flex-wrap gap-2">
            <LinkButton to={{ search: searchToOpen(search, 'edit', listing.listing_id) }}>
              {t('manage.openEdit')}
            </LinkButton>
            {listing.state === 'requested' && (
              <LinkButton to={`${paths.moderation}?listing=${listing.listing_id}`}>{t('moderate.open')}</LinkButton>
            )}
            {listing.listing_status !== 'requested' && (
              <Link
                to={listingPath({ ...listing, offer: listing.RentSell })}
                className="inline-flex min-h-11 items-center px-2 font-semibold text-link underline underline-offset-4"
              >
                {t('manage.public')}
              </Link>
            )}
          </div>
        </div>
      )}
    </SidePanel>
  );
}

function Photos({ listing }: { listing: AdminListingResponse }) {
  const name = listingName(listing);
  const images = listing.images.length === 0 ? [undefined] : listing.images;
  return (
    <ul className="grid grid-cols-2 gap-2">
      {images.map((image) => (
        <li key={image?.url ?? 'none'} className="overflow-hidden rounded-md first:col-span-2">
          <CarPicture image={image} alt={name} sizes="34rem" maxWidth={960} />
        </li>
      ))}
    </ul>
  );
}

export function ListingFacts({ listing }: { listing: AdminListingResponse }) {
  const t = useTranslator();
  const { serviceHistory: history, extraFeatures: features, priceBreakdown } = listing;
  const yesNo = (isSo: boolean) => t(isSo ? 'manage.yes' : 'manage.no');
  const report = listing.certificationReport;
  const facts: [string, React.ReactNode][] = [
    [t('manage.field.listing_status'), <ListingState key="state" listing={listing} />],
    [t('manage.field.user_id'), listing.user_id],
    [t('manage.field.RentSell'), t(`manage.offer.${listing.RentSell}`)],
    [t('manage.column.price'), t.price(listing.price) + (listing.RentSell === 'Rent' ? t('cars.perDay') : '')],
    [t('manage.field.taxRate'), t.number(priceBreakdown.taxRate, 'exactPercent')],
    [t('manage.field.registrationFee'), t.price(priceBreakdown.registrationFee)],
    [t('sell.field.year'), listing.year],
    [
      t('sell.field.mileage'),
      listing.mileage !== null && <MileageText key="mileage" miles={listing.mileage} km={listing.mileageKm} />,
    ],
    [t('sell.field.location'), listing.location],
    [t('sell.field.condition'), listing.condition && t(`sell.condition.${listing.condition}`)],
    [t('manage.field.certified'), yesNo(listing.certified)],
    ...LINE_NAMES.map((name): [string, React.ReactNode] => [t(lineLabel(name)), lineText(t, name, listing)]),
    [t('sell.history.recentServicing'), yesNo(history.recentServicing)],
    [t('sell.history.noAccidentHistory'), yesNo(history.noAccidentHistory)],
    [
      t('sell.history.modifications'),
      history.modifications ? listing.modificationDetails || t('manage.yes') : t('manage.no'),
    ],
    ...flagsOf('extraFeatures').map((flag): [string, string] => [t(`car.features.${flag}`), yesNo(features[flag])]),
    [t('sell.field.contactMethods'), listing.contactMethods.map((method) => t(`sell.contact.${method}`)).join(', ')],
    [t('sell.field.availability'), listing.availability],
    [t('manage.field.report'), <Report key="report" report={report} />],
    [t('manage.field.reasons'), listing.reasons.join(' ')],
    [
      t('manage.field.orders'),
      <Link key="orders" to={`${paths.adminOrders}?listing=${listing.listing_id}`} className={TEXT_LINK}>
        {t('manage.field.ordersOf')}
      </Link>,
    ],
    [t('manage.field.listed'), t.utcTime(listing.dateposted)],
    [t('manage.field.updated'), t.utcTime(listing.date_updated)],
  ];
  return <Facts facts={facts} />;
}

/** Links an uploaded report. An imported listing has plain text instead. */
function Report({ report }: { report: string | null }) {
  if (!report?.startsWith('report-')) return report;
  return (
    <a href={href(mediaCalls.document, { params: { key: report } })} className="text-link underline underline-offset-4">
      {report}
    </a>
  );
}
