import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { searchToOpen } from '#ui/admin/admin-search.ts';
import { type Column, DataTable, RowButton, RowLink } from '#ui/admin/data-table.tsx';
import { AdminPager } from '#ui/admin/list-state.tsx';
import { BankDetailsFlag } from '#ui/bank-details/bank-details-warning.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import { Stars } from '../components/stars.tsx';
import type { AdminReviewResponse, AdminReviewsResponse } from '../model/admin-review-contract.ts';
import { ModerateReview } from './moderate-review.tsx';
import { Customer, ReviewState } from './review-facts.tsx';
import { ReviewPanel } from './review-panel.tsx';

export function ReviewTable({ reviews: { items, pagination } }: { reviews: AdminReviewsResponse }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const [chosen, setChosen] = useState<AdminReviewResponse | null>(null);
  const [asking, setAsking] = useState(false);
  const nameOf = ({ review_id: id }: AdminReviewResponse) => t('admin.reviews.name', { id: String(id) });
  const moderate = (review: AdminReviewResponse) => {
    setChosen(review);
    setAsking(true);
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <DataTable
        caption={t('admin.reviews.title')}
        columns={useReviewColumns()}
        rows={items}
        keyOf={({ review_id: id }) => id}
        empty={t('admin.reviews.none')}
        actions={(review) => (
          <>
            <RowLink
              icon="view"
              label={t('admin.table.view', { row: nameOf(review) })}
              to={{ search: searchToOpen(search, 'view', review.review_id) }}
            />
            <RowButton
              icon={review.hidden ? 'undo' : 'hide'}
              label={t(review.hidden ? 'admin.reviews.showNamed' : 'admin.reviews.hideNamed', {
                id: String(review.review_id),
              })}
              onPress={() => moderate(review)}
            />
          </>
        )}
      />
      <AdminPager pagination={pagination} />
      <ReviewPanel review={items.find(({ review_id: id }) => String(id) === search.get('view')) ?? null} />
      {chosen && <ModerateReview review={chosen} open={asking} onClose={() => setAsking(false)} />}
    </div>
  );
}

function useReviewColumns(): Column<AdminReviewResponse>[] {
  const t = useTranslator();
  return [
    { id: 'review', head: t('admin.reviews.review'), cell: ({ review_id: id }) => id },
    { id: 'rating', head: t('admin.reviews.rating'), cell: ({ rating }) => <Stars rating={rating} /> },
    {
      id: 'text',
      head: t('admin.reviews.text'),
      cell: ({ text, reply }) => (
        <>
          <p className="wrap-anywhere line-clamp-2 lg:min-w-64" dir="auto">
            {text || t('reviews.textRemoved')}
          </p>
          <BankDetailsFlag texts={[text, reply]} />
        </>
      ),
    },
    {
      id: 'car',
      head: t('admin.reviews.car'),
      cell: ({ car, listing_id: id }) => (
        <Link to={`${paths.carManagement}?view=${id}`} className={`${TEXT_LINK} lg:min-w-36`}>
          {car}
        </Link>
      ),
    },
    { id: 'customer', head: t('admin.reviews.customer'), cell: (review) => <Customer review={review} /> },
    { id: 'written', head: t('admin.reviews.written'), cell: ({ created_at: at }) => <UtcTime time={at} /> },
    { id: 'state', head: t('admin.reviews.state'), cell: ({ hidden }) => <ReviewState hidden={hidden !== null} /> },
  ];
}
