import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FilterPanel, FilterSelect, FilterText } from '#ui/admin/filter-panel.tsx';
import { STARS } from '../model/review.ts';
import { REVIEW_FILTERS, REVIEW_STATES } from '../model/review-filters.ts';

export function ReviewFilters() {
  const t = useTranslator();
  return (
    <FilterPanel names={REVIEW_FILTERS}>
      <FilterText
        name="search"
        type="search"
        label={t('admin.reviews.search')}
        placeholder={t('admin.reviews.searchFor')}
      />
      <FilterSelect
        name="state"
        label={t('admin.reviews.state')}
        options={REVIEW_STATES.map((state) => ({ value: state, label: t(`admin.reviews.state.${state}`) }))}
      />
      <FilterSelect
        name="rating"
        label={t('admin.reviews.rating')}
        options={STARS.map((stars) => ({ value: String(stars), label: t('reviews.choice', { rating: stars }) }))}
      />
    </FilterPanel>
  );
}
