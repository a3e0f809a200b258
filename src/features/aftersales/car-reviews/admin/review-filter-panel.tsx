import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { STARS } from '../model/review.ts';
import { REVIEW_STATES } from '../model/review-filters.ts';

export function ReviewFilterPanel() {
  const t = useTranslator();
  return (
    <FilterPanel
      fields={[
        { name: 'search', kind: 'search', label: t('admin.reviews.search'), placeholder: t('admin.reviews.searchFor') },
        {
          name: 'state',
          label: t('admin.reviews.state'),
          options: REVIEW_STATES.map((state) => ({ value: state, label: t(`admin.reviews.state.${state}`) })),
        },
        {
          name: 'rating',
          label: t('admin.reviews.rating'),
          options: STARS.map((stars) => ({ value: String(stars), label: t('reviews.choice', { rating: stars }) })),
        },
      ]}
    />
  );
}
