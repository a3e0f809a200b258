import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { newRandomKey } from '#lib/random-key.ts';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';

/** Asks the buyer or the seller of a claim something. Two presses ask once, because both send the same key. */
export function QuestionForm({ claim }: { claim: number }) {
  const t = useTranslator();
  const [key] = useState(newRandomKey);
  return (
    <ActionForm name="ask">
      <input type="hidden" name="id" value={claim} />
      <input type="hidden" name="key" value={key} suppressHydrationWarning />
      <p className="text-ink-soft text-sm">{t('admin.claims.ask.about')}</p>
      <SelectField
        name="party"
        label={t('admin.claims.ask.whom')}
        options={(['buyer', 'seller'] as const).map((value) => ({ value, label: t(`admin.claims.ask.${value}`) }))}
      />
      <TextAreaField name="text" label={t('admin.claims.ask.text')} maxLength={2_000} rows={3} required />
      <SubmitButton kind="quiet" busy={t('admin.claims.ask.sending')}>
        {t('admin.claims.ask.send')}
      </SubmitButton>
    </ActionForm>
  );
}
