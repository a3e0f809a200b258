import { Form, useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { INPUT } from '#ui/forms/form-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { MAX_REASON_LENGTH, revocationProblems } from '../model/revocation-form.ts';

export function DocumentSearch() {
  const t = useTranslator();
  const q = useSearchParams()[0].get('q') ?? '';
  return (
    <Form role="search" className="flex flex-wrap items-end gap-3">
      <label className="grid flex-1 basis-64 gap-1.5 font-semibold sm:max-w-sm">
        {t('admin.documents.search')}
        <input key={q} name="q" type="search" maxLength={60} defaultValue={q} className={INPUT} />
      </label>
      <Button type="submit">{t('admin.documents.find')}</Button>
    </Form>
  );
}

export function RevokeForm() {
  const t = useTranslator();
  return (
    <ActionForm check={revocationProblems} className="grid max-w-xl gap-5">
      <TextField name="number" label={t('admin.documents.number')} maxLength={40} autoComplete="off" />
      <TextAreaField
        name="reason"
        label={t('admin.documents.reason')}
        hint={t('admin.documents.reason.hint')}
        maxLength={MAX_REASON_LENGTH}
        rows={3}
      />
      <SubmitButton kind="danger" busy={t('admin.documents.revoking')}>
        {t('admin.documents.revoke')}
      </SubmitButton>
    </ActionForm>
  );
}
