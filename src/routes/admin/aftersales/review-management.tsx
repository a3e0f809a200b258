import { useLoaderData } from 'react-router';
import {
  adminReviewActions,
  loadReviews,
  ReviewFilterPanel,
  ReviewTable,
} from '#features/aftersales/car-reviews/admin/reviews.tsx';
import { REVIEW_FILTERS } from '#features/aftersales/car-reviews/model/review.ts';
import { tableCalls } from '#features/office/office-calls.ts';
import { href } from '#lib/api-client/api-call.ts';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta, CsvLink, ListFailed } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadReviews);
const act = requireAdmin(actionByForm(adminReviewActions));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.reviews.title');

export default function ReviewManagement() {
  const { reviews, failed } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="admin.reviews.title" actions={<CsvLink path={href(tableCalls.reviews)} names={REVIEW_FILTERS} />}>
      <ReviewFilterPanel />
      {reviews ? <ReviewTable reviews={reviews} /> : <ListFailed {...(failed && { text: failed })} />}
    </AdminPage>
  );
}
