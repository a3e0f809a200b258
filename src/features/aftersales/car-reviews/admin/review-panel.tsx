import { Link, useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Facts, SidePanel } from '#ui/admin/side-panel.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import { Stars } from '../components/stars.tsx';
import type { AdminReviewResponse } from '../model/admin-review-contract.ts';
import { Customer, ReviewState } from './review-facts.tsx';

/** Details of the review whose id is in the URL, if it is on the current page. */
export function ReviewPanel({ review }: { review: AdminReviewResponse | null }) {
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
