import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import type { AdminReviewResponse } from '../model/admin-review-contract.ts';
import { moderationProblems } from '../model/moderation-form.ts';
import { MAX_REASON_LENGTH } from '../model/review.ts';

type ModerateReviewProps = { review: AdminReviewResponse; open: boolean; onClose: () => void };

/** Asks for the reason before hiding a review or showing it again. */
export function ModerateReview({ review: { review_id: id, hidden }, open, onClose }: ModerateReviewProps) {
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
