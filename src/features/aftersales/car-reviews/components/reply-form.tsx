import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { MAX_REVIEW_LENGTH } from '../model/review.ts';
import { replyProblems } from '../model/review-form.ts';

/** The seller can reply once to each review. */
export default function ReplyForm({ id, author }: { id: number; author: string }) {
  const t = useTranslator();
  const [writing, setWriting] = useState(false);
  const close = () => setWriting(false);
  return (
    <div>
      <Button aria-label={t('reviews.replyTo', { author })} onClick={() => setWriting(true)}>
        {t('reviews.reply')}
      </Button>
      <Dialog title={t('reviews.reply.title')} open={writing} onClose={close} holdsForm>
        <ActionForm name="review reply" check={replyProblems} onDone={close}>
          <input type="hidden" name="review" value={id} />
          <TextAreaField
            name="text"
            label={t('reviews.reply.text')}
            hint={t('reviews.reply.hint')}
            maxLength={MAX_REVIEW_LENGTH}
            isPublic
            dir="auto"
          />
          <SubmitButton busy={t('reviews.reply.sending')} className="justify-self-start">
            {t('reviews.reply.send')}
          </SubmitButton>
        </ActionForm>
      </Dialog>
    </div>
  );
}
