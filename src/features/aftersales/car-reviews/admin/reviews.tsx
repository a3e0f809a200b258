import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { type Column, DataTable, RowButton, RowLink } from '#ui/admin/data-table.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { AdminPager, queryFrom, searchToOpen } from '#ui/admin/list-page.tsx';
import { Facts, SidePanel } from '#ui/admin/side-panel.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { BankDetailsFlag, BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { adminReviewCalls } from '../../office-calls.ts';
import { sendReview } from '../client/review-actions.ts';
import { Stars } from '../components/stars.tsx';
import { moderationProblems } from '../model/moderation-form.ts';
import { MAX_REASON_LENGTH, REVIEW_QUERY, REVIEW_STATES, STARS } from '../model/review.ts';
import type { AdminReviewResponse, AdminReviewsResponse } from '../model/review-contract.ts';

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

/** Details of the review whose id is in the URL, if it is on the current page. */
function ReviewPanel({ review }: { review: AdminReviewResponse | null }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const id = search.get('view');
  return (
    <SidePanel title={t('admin.reviews.view', { id: id ?? '' })} open={id !== null}>
      {review ? <Review review={review} /> : <p role="alert">{t('admin.reviews.invalid')}</p>}
    </SidePanel>
  );
}

function Review({ review }: { review: AdminReviewResponse }) {
  const t = useTranslator();
  const { rating, text, reply, booking_id: booking, hidden } = review;
  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere whitespace-pre-line" dir="auto">
        {text || t('reviews.textRemoved')}
      </p>
      <BankDetailsWarning text={`${text}\n${reply ?? ''}`} to="office" />
      <Facts
        facts={[
          [t('admin.reviews.rating'), <Stars key="rating" rating={rating} />],
          [t('admin.reviews.state'), <ReviewState key="state" hidden={hidden !== null} />],
          ...(hidden
            ? ([
                [t('admin.reviews.hiddenAt'), <UtcTime key="hidden" time={hidden.at} />],
                [t('admin.reviews.hiddenReason'), hidden.reason],
              ] as [string, React.ReactNode][])
            : []),
          [t('admin.reviews.car'), review.car],
          [t('admin.reviews.customer'), <Customer key="customer" review={review} />],
          [
            t('admin.reviews.booking'),
            <Link key="booking" to={`${paths.bookingManagement}?view=${booking}`} className={TEXT_LINK}>
              {booking}
            </Link>,
          ],
          [t('admin.reviews.written'), <UtcTime key="written" time={review.created_at} />],
        ]}
      />
      <section className="grid gap-2">
        <h3 className="text-lg">{t('admin.reviews.answer')}</h3>
        <p className="wrap-anywhere whitespace-pre-line" dir="auto">
          {reply ?? t('admin.reviews.noAnswer')}
        </p>
      </section>
    </div>
  );
}

/** The author of a review, with a link unless the account was closed. */
function Customer({ review: { author, user_id: id } }: { review: AdminReviewResponse }) {
  const t = useTranslator();
  if (author === null) return t('reviews.formerCustomer');
  return (
    <Link to={`${paths.userManagement}?view=${id}`} className={TEXT_LINK}>
      {author}
    </Link>
  );
}

function ReviewState({ hidden }: { hidden: boolean }) {
  const t = useTranslator();
  return (
    <StatusTag status={hidden ? 'cancelled' : 'active'}>
      {t(`admin.reviews.state.${hidden ? 'hidden' : 'shown'}`)}
    </StatusTag>
  );
}

type ModerateReviewProps = { review: AdminReviewResponse; open: boolean; onClose: () => void };

/** Asks for the reason before hiding a review or showing it again. */
function ModerateReview({ review: { review_id: id, hidden }, open, onClose }: ModerateReviewProps) {
  const t = useTranslator();
  const action = hidden ? 'show' : 'hide';
  return (
    <Dialog title={t(`admin.reviews.${action}.title`, { id: String(id) })} open={open} onClose={onClose} holdsForm>
      <ActionForm name={`review ${action}`} check={moderationProblems} onDone={onClose}>
        <input type="hidden" name="id" value={id} />
        <p>{t(`admin.reviews.${action}.text`)}</p>
        <TextAreaField
          name="reason"
          label={t('admin.reviews.reason')}
          maxLength={MAX_REASON_LENGTH}
          rows={3}
          required
        />
        <div className="flex flex-wrap gap-2">
          <SubmitButton
            kind={hidden ? 'action' : 'danger'}
            busy={t(hidden ? 'admin.reviews.showing' : 'admin.reviews.hiding')}
          >
            {t(`admin.reviews.${action}`)}
          </SubmitButton>
          <Button onClick={onClose}>{t('admin.confirm.cancel')}</Button>
        </div>
      </ActionForm>
    </Dialog>
  );
}

/** The list, or the message of the error that prevented loading it. */
type ReviewsData = { reviews: AdminReviewsResponse | null; failed: string | null };

export const loadReviews: Load<ReviewsData> = async ({ api, url }) => {
  try {
    const query = queryFrom(url.searchParams, REVIEW_QUERY);
    return { reviews: await api.call(adminReviewCalls.list, { query }), failed: null };
  } catch (error) {
    if (!isApiFailure(error) || error.status === 401 || error.status === 403) throw error;
    return { reviews: null, failed: error.message };
  }
};

const moderate =
  (action: 'hide' | 'show'): FormAction =>
  (input) => {
    const { id = '', reason = '' } = input.values;
    return sendReview(input, () => input.api.call(adminReviewCalls[action], { params: { id }, body: { reason } }));
  };

export const adminReviewActions: Record<string, FormAction> = {
  'review hide': moderate('hide'),
  'review show': moderate('show'),
};
