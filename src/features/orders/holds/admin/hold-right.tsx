import { useState } from 'react';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { FormAction } from '#lib/pages/form-action.ts';
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { holdRightCalls } from '../../office-calls.ts';
import type { HoldRightResponse } from '../model/place-order-contract.ts';

type HoldRightProps = { user: { id: number; name: string }; right: HoldRightResponse };

/** Says how many holds of a user lapsed, and lets an operator allow more. Nothing if no limit applies. */
export function HoldRight({ user: { id, name }, right: { lapsed, may_hold: mayHold, is_new: isNew } }: HoldRightProps) {
  const t = useTranslator();
  const [isAsked, setAsked] = useState(false);
  if (lapsed === 0 && !isNew) return null;
  return (
    <section className="grid gap-3 border-line border-t pt-5">
      <h3 className="text-lg">{t('admin.holdRight.title')}</h3>
      {lapsed > 0 && <p>{t(mayHold ? 'admin.holdRight.may' : 'admin.holdRight.mayNot', { lapsed })}</p>}
      {isNew && <p>{t('admin.holdRight.new')}</p>}
      <Button onClick={() => setAsked(true)} className="noscript:hidden justify-self-start">
        {t(mayHold ? 'admin.holdRight.allow' : 'admin.holdRight.restore')}
      </Button>
      <ConfirmDialog
        title={t('admin.holdRight.confirm', { name })}
        text={t('admin.holdRight.confirm.text')}
        open={isAsked}
        onClose={() => setAsked(false)}
        form="hold right"
        values={{ id }}
        confirm={t(mayHold ? 'admin.holdRight.allow' : 'admin.holdRight.restore')}
        busy={t('admin.holdRight.saving')}
      >
        <TextField
          name="reason"
          label={t('admin.holdRight.reason')}
          hint={t('admin.holdRight.reasonHint')}
          maxLength={500}
          autoComplete="off"
        />
      </ConfirmDialog>
    </section>
  );
}

/** Loader and form action of the right to hold cars, for the panel of a user. */

export function fetchHoldRight(api: ApiClient, userId: number): Promise<HoldRightResponse> {
  return api.call(holdRightCalls.read, { params: { id: userId } });
}

const restore: FormAction = async ({ api, t, values: { id = '', reason = '' } }) => {
  if (reason.trim() === '') return { done: false, fields: { reason: t('admin.holdRight.reasonMissing') } };
  await api.call(holdRightCalls.restore, { params: { id }, body: { reason } });
  return { done: true, message: t('admin.holdRight.restored') };
};

export const holdRightActions: Record<string, FormAction> = { 'hold right': restore };
