import '#generated/words/en-admin.ts';
import '#generated/words/en-reviews.ts';
import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin/admin-meta.ts';
import { adminReviewActs, loadReviews } from '#features/reviews/admin/review-actions.ts';
import { ReviewFilters } from '#features/reviews/admin/review-filter-panel.tsx';
import { ReviewTable } from '#features/reviews/admin/review-table.tsx';
import { REVIEW_FILTERS } from '#features/reviews/model/review-filters.ts';
import { adminGuarded } from '#features/sessions/client/require-user.ts';
import { useWords } from '#lib/i18n/messages-context.tsx';
import { actInBrowser, actOnServer, byForm } from '#lib/pages/form-action.ts';
import { loadInBrowser, loadOnServer } from '#lib/pages/loader.ts';
import { paths } from '#paths.ts';
import { AdminHead } from '#ui/admin/admin-header.tsx';
import { CsvLink } from '#ui/admin/csv-link.tsx';
import { ListFailed } from '#ui/admin/list-state.tsx';

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
