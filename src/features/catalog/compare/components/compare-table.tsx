import { Link } from 'react-router';
import { useDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { LandedAnswer, LocalPrice } from '#features/catalog/landed-cost/components/landed-line.tsx';
import { specificationsOf } from '#features/catalog/listings/components/car-facts.tsx';
import { CarPicture } from '#features/catalog/listings/components/car-picture.tsx';
import { CarPrice } from '#features/catalog/listings/components/price/price-text.tsx';
import { StatusBadge } from '#features/catalog/listings/components/status-badge.tsx';
import { listingName, listingPath, unavailableAs } from '#features/catalog/listings/model/listing.ts';
import type { ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { flagsOf } from '#features/catalog/listings/model/listing-fields.ts';
import { priceBreakdown } from '#features/catalog/listings/model/listing-pricing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf, centsOf } from '#lib/money.ts';
import { Icon } from '#ui/icon.tsx';
import { removeComparedCar } from '../client/stored-compared-cars.ts';
import type { ComparedAddress } from '../model/compared-cars.ts';

import './compare-table.css';

type Cell = { shown: React.ReactNode; compared: string | number | null };
type Row = { name: string; cells: Cell[] };

type CompareTableProps = { cars: ListingResponse[]; searchWithout: (id: number) => string };

/** The cars side by side. On a phone the names of the facts stay in view while the cars are swiped. */
export function CompareTable({ cars, searchWithout }: CompareTableProps) {
  const t = useTranslator();
  const unknown = t('cars.notAvailable');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
    <section aria-label={t('compare.title')} tabIndex={0} className="-mx-4 overflow-x-auto md:mx-0">
      <table className="compare-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t('compare.fact')}</span>
            </th>
            {cars.map((car) => (
              <th key={car.listing_id} scope="col" className="compare-car">
                <CarHead car={car} without={searchWithout(car.listing_id)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <LandedRow cars={cars} />
          {rowsOf(t, cars).map(({ name, cells }) => {
            const isSame = cells.every(({ compared }) => compared === cells[0]?.compared);
            const differs = cars.length > 1 && !isSame;
            return (
              <tr key={name} data-same={cars.length > 1 && isSame}>
                <th scope="row" className="font-normal text-ink-soft">
                  {name}
                  {differs && (
                    <span className="mt-0.5 block font-semibold text-ink">
                      <span aria-hidden="true">≠ </span>
                      {t('compare.differs')}
                    </span>
                  )}
                </th>
                {cells.map(({ shown }, place) => (
                  <td key={cars[place]?.listing_id} className={`figures ${differs ? 'font-semibold' : ''}`}>
                    {shown || shown === 0 ? shown : <span className="text-ink-soft">{unknown}</span>}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function CarHead({ car, without }: { car: ListingResponse; without: string }) {
  const t = useTranslator();
  const { listing_id: id, make, model, RentSell: offer } = car;
  const name = listingName(car);
  const gone = unavailableAs(offer, car.listing_status);
  return (
    <div className="grid gap-2">
      <div className="overflow-hidden rounded-md">
        <CarPicture
          image={car.images[0]}
          alt=""
          sizes="(min-width: 80rem) 18rem, (min-width: 48rem) 22vw, 8rem"
          maxWidth={640}
        />
      </div>
      <Link
        to={listingPath({ id, make, model, offer })}
        className="min-h-11 text-link underline-offset-4 hover:underline"
      >
        {name}
      </Link>
      {gone !== null && (
        <p className="grid justify-items-start gap-1 font-normal text-sm">
          <StatusBadge status={car.listing_status} />
          {t(`car.gone.${gone}`)}
        </p>
      )}
      <Link
        to={{ search: without }}
        preventScrollReset
        aria-label={t('compare.remove', { car: name })}
        onClick={() => removeComparedCar(id)}
        className="inline-flex min-h-11 items-center gap-1.5 font-normal text-sm underline underline-offset-4"
      >
        <Icon name="close" className="size-4" />
        {t('compare.removeShort')}
      </Link>
    </div>
  );
}

function rowsOf(t: Translator, cars: ListingResponse[]): Row[] {
  const row = (name: string, cellOf: (car: ListingResponse) => Cell): Row => ({ name, cells: cars.map(cellOf) });
  const text = (name: string, textOf: (car: ListingResponse) => string | null): Row =>
    row(name, (car) => ({ shown: textOf(car), compared: textOf(car) }));
  const specifications = cars.map((car) => specificationsOf(t, car));
  return [
    row(t('car.price'), (car) => ({
      shown: (
        <>
          <CarPrice car={car} />
          {car.RentSell === 'Sell' && <LocalPrice id={car.listing_id} />}
        </>
      ),
      compared: [car.price, car.RentSell, car.priceBreakdown.registrationFee].join(),
    })),
    ...priceRows(t, cars),
    ...(specifications[0] ?? []).map(([name], place) => ({
      name,
      cells: specifications.map((facts) => {
        const [, shown, compared] = facts[place] ?? [];
        return { shown, compared: compared === undefined ? String(shown ?? '') : compared };
      }),
    })),
    text(t('compare.condition'), ({ condition }) => condition && t(`cars.condition.${condition}`)),
    text(t('cars.certified'), ({ certified }) => t(certified ? 'compare.yes' : 'compare.no')),
    text(t('car.history.accident'), ({ serviceHistory }) =>
      t(`car.history.accident.${serviceHistory.noAccidentHistory ? 'yes' : 'no'}`),
    ),
    text(t('car.history.servicing'), ({ serviceHistory }) =>
      t(`car.history.servicing.${serviceHistory.recentServicing ? 'yes' : 'no'}`),
    ),
    text(t('car.features'), ({ extraFeatures }) =>
      flagsOf('extraFeatures')
        .filter((feature) => extraFeatures[feature])
        .map((feature) => t(`car.features.${feature}`))
        .join(', '),
    ),
  ];
}

/** What the car costs here, as on its page. */
function priceRows(t: Translator, cars: ListingResponse[]): Row[] {
  const sums = cars.map(({ price, priceBreakdown: { taxRate, registrationFee } }) =>
    priceBreakdown(centsOf(price), taxRate, centsOf(registrationFee)),
  );
  const row = (name: string, cents: number[]): Row => ({
    name,
    cells: cents.map((amount) => ({ shown: t.price(amountOf(amount)), compared: amount })),
  });
  const rental = cars.some(({ RentSell }) => RentSell === 'Rent');
  return [
    row(
      t('compare.tax'),
      sums.map(({ taxCents }) => taxCents),
    ),
    row(
      t('car.price.fee'),
      sums.map(({ feeCents }) => feeCents),
    ),
    row(
      t(rental ? 'compare.total.rent' : 'car.price.total'),
      sums.map(({ totalCents }) => totalCents),
    ),
  ];
}

/** Whether the cars may be imported at the chosen destination, and what they cost there. Empty without a destination. */
function LandedRow({ cars }: { cars: ListingResponse[] }) {
  const t = useTranslator();
  const destination = useDestination();
  if (!destination || cars.every(({ RentSell }) => RentSell === 'Rent')) return null;
  return (
    <tr>
      <th scope="row" className="font-normal text-ink-soft">
        {t('shipTo.chosen', { country: t.region(destination.country) })}
      </th>
      {cars.map((car) => (
        <td key={car.listing_id} className="h-20 text-sm">
          {car.RentSell === 'Sell' ? (
            <LandedAnswer id={car.listing_id} />
          ) : (
            <span className="text-ink-soft">{t('cars.notAvailable')}</span>
          )}
        </td>
      ))}
    </tr>
  );
}

type CompareNotesProps = {
  address: ComparedAddress;
  /** Numbers of cars that are not public. */
  missing: number[];
  searchWithout: (id: number) => string;
};

/** What the address names and the comparison does not show. */
export function CompareNotes({ address: { ignored, leftOut }, missing, searchWithout }: CompareNotesProps) {
  const t = useTranslator();
  if (ignored.length + leftOut.length + missing.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {missing.map((id) => (
        <Note key={id}>
          {t('compare.missing', { id: String(id) })}{' '}
          <Link
            to={{ search: searchWithout(id) }}
            preventScrollReset
            onClick={() => removeComparedCar(id)}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('compare.removeNumber', { id: String(id) })}
          </Link>
        </Note>
      ))}
      {leftOut.length > 0 && <Note>{t('compare.leftOut', { cars: leftOut.join(', ') })}</Note>}
      {ignored.length > 0 && (
        <Note>
          {t('compare.ignored', { words: ignored.map((word) => `“${word}”`).join(', '), count: ignored.length })}
        </Note>
      )}
    </ul>
  );
}

function Note({ children }: { children: React.ReactNode }) {
  return <li className="break-words rounded-md bg-waiting-ground px-4 py-2 text-waiting">{children}</li>;
}
