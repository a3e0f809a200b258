import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx';
import { NeedsSecond } from '#ui/admin/needs-second.tsx';
import { Button } from '#ui/button.tsx';
import { cardHoldCalls } from '../../orders-calls.ts';
import { CardHoldFacts } from '../components/card-hold-part.tsx';
import type { CardHoldResponse } from '../model/card-hold-contract.ts';

type CardHoldSectionProps = { orderId: number; deposit: CardHoldResponse };

/** A security deposit that is held on a card: staff take what is open of charges, or release it. */
export function CardHoldSection({ orderId, deposit }: CardHoldSectionProps) {
  const { hold, settle, capture_cents: cents, capture_alone_cents: alone } = deposit;
  const t = useTranslator();
  const [asked, setAsked] = useState<'release' | 'capture' | null>(null);
  if (!hold) return null;
  const close = () => setAsked(null);
  const amounts = { amount: t.cents(cents), held: t.cents(hold.held_cents) };
  const isAsked = hold.state === 'asking';
  const maySettle = (isAsked || hold.state === 'held') && settle.may === 'yes';
  const release = t(isAsked ? 'admin.cardHold.stop' : 'admin.cardHold.release');
  const releaseText = isAsked
    ? 'admin.cardHold.stopText'
    : cents > 0
      ? 'admin.cardHold.releaseOpenText'
      : 'admin.cardHold.releaseText';
  const values = { id: orderId, payment: hold.payment_id, amount_cents: cents };
  return (
    <section className="grid gap-3">
      <h3 className="text-lg">{t('admin.cardHold.title')}</h3>
      <CardHoldFacts hold={hold} />
      {hold.state === 'held' && settle.why !== null && (
        <p className="max-w-prose text-ink-soft text-sm">{settle.why}</p>
      )}
      {maySettle && (
        <div className="flex flex-wrap gap-2 noscript:hidden">
          {!isAsked && cents > 0 && (
            <Button kind="danger" onClick={() => setAsked('capture')}>
              {t('admin.cardHold.capture', amounts)}
            </Button>
          )}
          <Button onClick={() => setAsked('release')}>{release}</Button>
        </div>
      )}
      <ConfirmDialog
        title={t('admin.cardHold.capture', amounts)}
        text={t('admin.cardHold.captureText', amounts)}
        open={asked === 'capture'}
        onClose={close}
        form="card hold capture"
        values={values}
        confirm={t('admin.cardHold.capture', amounts)}
        busy={t('admin.cardHold.busy')}
      >
        {alone !== null && cents > alone && (
          <NeedsSecond>{t('admin.second.above', { amount: t.cents(alone) })}</NeedsSecond>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        title={release}
        text={t(releaseText, amounts)}
        open={asked === 'release'}
        onClose={close}
        form="card hold release"
        values={values}
        confirm={release}
        busy={t('admin.cardHold.busy')}
      />
    </section>
  );
}

const release: FormAction = async ({ api, values: { id = '', payment = '' } }) => {
  return outcomeOf(await api.call(cardHoldCalls.release, { params: { id }, body: { payment } }));
};

const capture: FormAction = async ({ api, values: { id = '', payment = '', amount_cents: cents = '' } }) => {
  const body = { payment, amount_cents: Number(cents) };
  return outcomeOf(await api.call(cardHoldCalls.capture, { params: { id }, body }));
};

/** Form actions about a security deposit that is held on a card. */
export const cardHoldActions: Record<string, FormAction> = {
  'card hold release': release,
  'card hold capture': capture,
};
