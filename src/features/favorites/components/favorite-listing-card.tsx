import { CompareButton } from '#features/compare/components/compare-button.tsx';
import { LandedLine } from '#features/landed-cost/components/landed-line.tsx';
import { ListingCard, type ListingCardProps } from '#features/listings/components/listing-card.tsx';
import { FavoriteButton } from './favorite-button.tsx';

export function FavoriteListingCard(props: Omit<ListingCardProps, 'favorite' | 'compare' | 'landed'>) {
  return (
    <ListingCard
      {...props}
      favorite={(name) => <FavoriteButton id={props.car.listing_id} car={name} />}
      compare={<CompareButton car={props.car} />}
      landed={props.car.RentSell === 'Sell' && <LandedLine id={props.car.listing_id} />}
    />
  );
}
