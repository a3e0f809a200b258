import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { OrderHoldResponse } from '../model/watch-contract.ts';
import { MAX_REASON_LENGTH } from '../model/watch-form.ts';

export function AddEntryForm() {
  const t = useTranslator();
  return (
    <ActionForm name="add" className="grid max-w-xl gap-5">
      <SelectField
        name="kind"
        label={t('admin.watch.kind')}
        options={[
          { value: 'party', label: t('admin.watch.kind.party') },
          { value: 'destination', label: t('admin.watch.kind.destination') },
        ]}
      />
      <TextField
        name="name"
        label={t('admin.watch.name')}
        hint={t('admin.watch.name.hint')}
        maxLength={200}
        autoComplete="off"
      />
      <TextAreaField
        name="aliases"
        label={t('admin.watch.aliases')}
        hint={t('admin.watch.aliases.hint')}
        rows={2}
        maxLength={1000}
      />
      <TextField name="id_number" label={t('admin.watch.idNumber')} maxLength={60} autoComplete="off" />
      <TextField
        name="country"
        label={t('admin.watch.country')}
        hint={t('admin.watch.country.hint')}
        maxLength={2}
        autoComplete="off"
      />
      <TextField name="reason" label={t('admin.watch.reason')} maxLength={MAX_REASON_LENGTH} autoComplete="off" />
      <SubmitButton busy={t('admin.watch.sending')} className="justify-self-start">
        {t('admin.watch.add')}
      </SubmitButton>
    </ActionForm>
  );
}

export function ImportForm() {
  const t = useTranslator();
  return (
    <ActionForm name="csv" className="grid max-w-xl gap-5">
      <TextAreaField
        name="csv"
        label={t('admin.watch.csv')}
        hint={t('admin.watch.csv.hint')}
        rows={4}
        spellCheck={false}
      />
      <SubmitButton kind="quiet" busy={t('admin.watch.sending')} className="justify-self-start">
        {t('admin.watch.import')}
      </SubmitButton>
    </ActionForm>
  );
}

export function RemoveEntryForm({ id, name }: { id: number; name: string }) {
  const t = useTranslator();
  return (
    <ActionForm name="remove" className="grid">
      <input type="hidden" name="id" value={id} />
      <SubmitButton kind="plain" busy={t('admin.watch.sending')} aria-label={t('admin.watch.removeOf', { name })}>
        {t('admin.watch.remove')}
      </SubmitButton>
    </ActionForm>
  );
}

/** An order that a hit holds, and the form to release it. */
export function HoldItem({ hold, number }: { hold: OrderHoldResponse; number: string }) {
  const t = useTranslator();
  const entry = hold.role === 'destination' ? t.region(hold.country) : hold.name;
  return (
    <li className="grid gap-3 rounded-lg border border-waiting bg-waiting-ground p-4">
      <p className="wrap-anywhere font-semibold">
        {t('admin.watch.hold', { order: number, role: t(`admin.watch.role.${hold.role}`), entry })}
      </p>
      {hold.payer_name !== null && (
        <p className="wrap-anywhere">{t('admin.watch.payer', { payer: hold.payer_name })}</p>
      )}
      <p className="wrap-anywhere">{hold.reason}</p>
      <ActionForm name="clear" className="grid max-w-xl gap-3">
        <input type="hidden" name="id" value={hold.id} />
        <TextField
          name="reason"
          label={t('admin.watch.clearReason')}
          hint={t('admin.watch.clearHint')}
          maxLength={MAX_REASON_LENGTH}
          autoComplete="off"
        />
        <SubmitButton kind="quiet" busy={t('admin.watch.sending')} className="justify-self-start">
          {t('admin.watch.clear')}
        </SubmitButton>
      </ActionForm>
    </li>
  );
}
