import { useId } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FIELD, FormField } from '#ui/forms/form-field.tsx';

/** Photos and PDFs of a statement. */
export function EvidenceField() {
  const t = useTranslator();
  const id = useId();
  return (
    <FormField id={id} name="evidence" label={t('claims.photos')} hint={t('claims.photos.hint')}>
      <input
        id={id}
        name="evidence"
        type="file"
        accept="image/jpeg,image/png,image/gif,image/webp,application/pdf"
        multiple
        aria-describedby={`${id}-hint`}
        className={`${FIELD} py-2.5`}
      />
    </FormField>
  );
}
