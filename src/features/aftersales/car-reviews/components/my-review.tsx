import { useState } from 'react';
import type { MyBookingResponse } from '#features/aftersales/bookings/model/booking-contract.ts';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { ChoiceField } from '#ui/forms/choice-field.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { MAX_REVIEW_LENGTH, STARS } from '../model/review.ts';
import { reviewProblems } from '../model/review-form.ts';
import { Stars } from './stars.tsx';

/** The user's review of a booking, or the form to write it; nothing before the booking is completed. */
export function MyReview({ booking }: { booking: MyBookingResponse }) {
  const t = useTranslator();
  const { review, mayReview } = booking;
  if (mayReview) return <WriteReview booking={booking} />;
  if (!review) return null;
  return (
    <section aria-label={t('reviews.own')} className="grid gap-2 rounded-md bg-sunken p-3">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-semibold">{t('reviews.own')}</span>
        <Stars rating={review.rating} />
      </p>
      <p className="wrap-anywhere max-w-prose whitespace-pre-line" dir="auto">
        {review.text}
      </p>
      {review.reply !== null && (
        <div className="border-line-strong border-s-2 ps-3">
          <p className="font-semibold text-sm">{t('reviews.reply.from')}</p>
          <p className="wrap-anywhere max-w-prose whitespace-pre-line" dir="auto">
            {review.reply}
          </p>
        </div>
      )}
    </section>
  );
}

function WriteReview({ booking: { booking_id: id, car } }: { booking: MyBookingResponse }) {
  const t = useTranslator();
  const name = listingName({ ...car, trim: null });
  const [writing, setWriting] = useState(false);
  const [rating, setRating] = useState('');
  const close = () => setWriting(false);
  return (
    <div className="noscript:hidden">
      <Button aria-label={t('reviews.writeOf', { car: name })} onClick={() => setWriting(true)}>
        {t('reviews.write')}
      </Button>
      <Dialog title={t('reviews.write.title')} open={writing} onClose={close} holdsForm>
        <ActionForm name="review write" check={reviewProblems} onDone={close}>
          <input type="hidden" name="booking" value={id} />
          <p className="font-semibold">{name}</p>
          <ChoiceField
            name="rating"
            label={t('reviews.rating')}
            value={rating}
            options={STARS.map((star) => ({ value: String(star), label: t('reviews.choice', { rating: star }) }))}
            onChoose={setRating}
          />
          <TextAreaField
            name="text"
            label={t('reviews.text')}
            hint={t('reviews.text.hint')}
            maxLength={MAX_REVIEW_LENGTH}
            isPublic
            dir="auto"
          />
          <SubmitButton busy={t('reviews.write.sending')} className="justify-self-start">
            {t('reviews.write.send')}
          </SubmitButton>
        </ActionForm>
      </Dialog>
    </div>
  );
}
