import { useEffect, useRef } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { Button } from '#ui/button.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { CheckoutFlow, CheckoutKind, CheckoutState } from '../client/checkout-flow.ts';

type PaymentProgressProps = {
  kind: CheckoutKind;
  state: CheckoutState;
  flow: Pick<CheckoutFlow, 'answerBank' | 'retry'>;
};

/** The state of a payment that was sent, and of the buyer's money. */
export function PaymentProgress({ kind, state, flow }: PaymentProgressProps) {
  const t = useTranslator();
  if (state.step === 'bank') {
    return (
      <Panel icon="shield" title={t(`checkout.${kind}.bank`)} text={t(`checkout.${kind}.bankText`)}>
        <Button kind="action" onClick={() => flow.answerBank()}>
          {t('checkout.bankOpen')}
        </Button>
      </Panel>
    );
  }
  if (state.step === 'unfinished') {
    return (
      <Panel
        icon="warning"
        title={state.refusal}
        text={t(`checkout.${kind}.unfinishedText`, { email: state.pending.email })}
        number={state.pending.transactionId}
      >
        <Button kind="action" onClick={flow.retry}>
          {t('checkout.again')}
        </Button>
      </Panel>
    );
  }
  if (state.step !== 'confirming') return null;
  const { email, bookingCents, transactionId } = state.pending;
  return state.unreachable ? (
    <Panel
      icon="warning"
      title={t('checkout.unreachable')}
      text={t(`checkout.${kind}.unreachableText`, { amount: t.price(amountOf(bookingCents)) })}
      number={transactionId}
    >
      <Button onClick={flow.retry}>{t('checkout.look')}</Button>
    </Panel>
  ) : (
    <Panel
      icon={null}
      title={t(`checkout.${kind}.confirming`)}
      text={t(`checkout.${kind}.confirmingText`, { email })}
      number={transactionId}
    />
  );
}

type PanelProps = {
  /** Null shows a spinner. */
  icon: IconName | null;
  title: string;
  text: string;
  number?: string;
  children?: React.ReactNode;
};

function Panel({ icon, title, text, number, children }: PanelProps) {
  const t = useTranslator();
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each piece of news takes the focus
  useEffect(() => panel.current?.focus(), [title]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      aria-live="polite"
      className="grid justify-items-start gap-4 rounded-lg border border-waiting bg-waiting-ground p-5"
    >
      <h2 className="flex items-start gap-3 text-lg text-waiting">
        {icon ? <Icon name={icon} className="mt-0.5 size-6" /> : <span className="spinner" aria-hidden="true" />}
        {title}
      </h2>
      <p className="max-w-prose">{text}</p>
      {number && (
        <p className="figures text-sm">
          {t('checkout.thanks.number')}: {number}
        </p>
      )}
      {children}
    </section>
  );
}
