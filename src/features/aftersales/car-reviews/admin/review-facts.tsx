import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import type { AdminReviewResponse } from '../model/admin-review-contract.ts';

/** The author of a review, with a link unless the account was closed. */
export function Customer({ review: { author, user_id: id } }: { review: AdminReviewResponse }) {
  const t = useTranslator();
  if (author === null) return t('reviews.formerCustomer');
  return (
    <Link to={`${paths.userManagement}?view=${id}`} className={TEXT_LINK}>
      {author}
    </Link>
  );
}

export function ReviewState({ hidden }: { hidden: boolean }) {
  const t = useTranslator();
  return (
    <StatusTag status={hidden ? 'cancelled' : 'active'}>
      {t(`admin.reviews.state.${hidden ? 'hidden' : 'shown'}`)}
    </StatusTag>
  );
}
