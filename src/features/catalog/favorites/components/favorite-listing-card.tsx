import { CompareButton } from '#features/catalog/compare/components/compare-button.tsx';
import { useCarriedDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { LandedLine, LocalPrice } from '#features/catalog/landed-cost/components/landed-line.tsx';
import { ListingCard, type ListingCardProps } from '#features/catalog/listings/components/listing-card.tsx';
import { FavoriteButton } from './favorite-button.tsx';

export function FavoriteListingCard(
  props: Omit<ListingCardProps, 'favorite' | 'compare' | 'landed' | 'localPrice' | 'search'>,
) {
  const carry = useCarriedDestination();
  const isForSale = props.car.RentSell === 'Sell';
  return (
    <ListingCard
      {...props}
      favorite={(name) => <FavoriteButton id={props.car.listing_id} car={name} />}
      compare={<CompareButton car={props.car} />}
      landed={isForSale && <LandedLine id={props.car.listing_id} />}
      localPrice={isForSale && <LocalPrice id={props.car.listing_id} className="basis-full" />}
      search={isForSale ? carry('') : ''}
    />
  );
}
