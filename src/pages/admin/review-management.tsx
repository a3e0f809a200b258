import '#generated/words/en-admin.ts';
import '#generated/words/en-reviews.ts';
import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin-meta.ts';
import { adminGuarded } from '#features/accounts/guarded.ts';
import { adminReviewActs, loadReviews } from '#features/reviews/admin-reviews.ts';
import { ReviewFilters } from '#features/reviews/components/admin/review-filters.tsx';
import { ReviewTable } from '#features/reviews/components/admin/review-table.tsx';
import { REVIEW_FILTERS } from '#features/reviews/review-filters.ts';
import { actInBrowser, actOnServer, byForm } from '#platform/pages/act.ts';
import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { AdminHead } from '#ui/admin/admin-head.tsx';
import { CsvLink } from '#ui/admin/csv-link.tsx';
import { ListFailed } from '#ui/admin/list-state.tsx';
import { paths } from '../paths.ts';

const load = adminGuarded(loadReviews);
const act = adminGuarded(byForm(adminReviewActs));
export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);
export const action = actOnServer(act);
export const clientAction = actInBrowser(act);
export const meta = adminMeta(paths.reviewManagement, 'admin.reviews.title');

export default function ReviewManagement() {
  const t = useWords();
  const { reviews, failed } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHead title={t('admin.reviews.title')}>
        <CsvLink path="/api/admin/reviews/csv" names={REVIEW_FILTERS} />
      </AdminHead>
      <ReviewFilters />
      {reviews ? <ReviewTable reviews={reviews} /> : <ListFailed {...(failed && { text: failed })} />}
    </div>
  );
}
