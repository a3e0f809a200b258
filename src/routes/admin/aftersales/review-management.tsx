import { useLoaderData } from 'react-router';
import {
  adminReviewActions,
  loadReviews,
  ReviewFilterPanel,
  ReviewTable,
} from '#features/aftersales/car-reviews/admin/reviews.tsx';
import { REVIEW_FILTERS } from '#features/aftersales/car-reviews/model/review.ts';
import { tableCalls } from '#features/office/office-calls.ts';
import { adminMeta } from '#features/people/accounts/admin/admin-meta.ts';
import { requireAdmin } from '#features/people/sessions/client/require-user.ts';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, browserAction, browserLoader, serverAction, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { AdminHeader, CsvLink, ListFailed } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadReviews);
const act = requireAdmin(actionByForm(adminReviewActions));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta(paths.reviewManagement, 'admin.reviews.title');

export default function ReviewManagement() {
  const t = useTranslator();
  const { reviews, failed } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHeader title={t('admin.reviews.title')}>
        <CsvLink path={href(tableCalls.reviews)} names={REVIEW_FILTERS} />
      </AdminHeader>
      <ReviewFilterPanel />
      {reviews ? <ReviewTable reviews={reviews} /> : <ListFailed {...(failed && { text: failed })} />}
    </div>
  );
}
