import { useEffect, useRef, useState } from 'react';
import type { OnlineMethod } from '#features/payments/gateways/model/charge.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { useHydrated } from '#lib/pages/use-hydrated.ts';
import { focusFirst, SubmitButton } from '#ui/forms/action-form.tsx';
import { ChoiceField } from '#ui/forms/choice-field.tsx';
import { FormContext, TextField } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icon.tsx';
import type { CheckoutKind, CheckoutState } from '../client/checkout-flow.ts';
import type { PaymentOptionsResponse } from '../model/payment-contract.ts';
import { type FormData as FormValues, formatExpiry, paymentProblems } from '../model/payment-form.ts';
import { type HostedCard, HostedCardField } from './hosted-card.tsx';
import { MethodFields } from './method-fields.tsx';

export type EnteredPayment = { method: OnlineMethod; formData: FormValues };
/** `email`: the hint of the field; null leaves the field out, and the address of the account counts. */
export type CheckoutWords = { method: string; email: string | null; amount: string; send: string };

type CheckoutFormProps = {
  options: PaymentOptionsResponse;
  hosted: React.RefObject<HostedCard | null>;
  email: string;
  kind: CheckoutKind;
  state: CheckoutState;
  /** The deposit; null while it is not known. */
  bookingCents: number | null;
  /** What methods, email address, amount and button are called; by default, that it is paid now. */
  words?: CheckoutWords;
  /** Instructions for a bank transfer. Without them the form does not offer that method. */
  transfer?: React.ReactNode;
  onPay: (payment: EnteredPayment) => void;
};

const EMPTY_FORM: FormValues = {
  cardNumber: '',
  expiryDate: '',
  cvv: '',
  name: '',
  email: '',
  paypalEmail: '',
  upiId: '',
};
const NONE: Record<string, string> = {};
/** A bank transfer has its own page, because its documents need a name and address. */
const TRANSFER = 'bank_transfer' as const;
/** Fields that are cleared when the buyer leaves the page. */
const SECRET_FIELDS = ['cardNumber', 'cvv'];

/** The payment form. Its fields are uncontrolled, so React state holds no card data. */
export function CheckoutForm(props: CheckoutFormProps) {
  const t = useTranslator();
  const { options, hosted, email, kind, state, bookingCents, transfer, onPay } = props;
  const paid: CheckoutWords = {
    method: t('checkout.method'),
    email: t('checkout.emailHint'),
    amount: t('checkout.payNow'),
    send: t('checkout.send'),
  };
  const { words = paid } = props;
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [method, setMethod] = useState<OnlineMethod>(options.methods[0] ?? 'credit_card');
  const [isTransfer, setTransfer] = useState(false);
  const [problems, setProblems] = useState(NONE);
  const [preparing, setPreparing] = useState(false);
  const busy = preparing || state.step === 'processing' || state.step === 'finishing';
  const isHosted = options.gateway === 'stripe' && method === 'credit_card';

  const showProblems = (invalid: Record<string, string>) => {
    setProblems(invalid);
    focusFirst(form.current, invalid);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is shown once
  useEffect(() => {
    if (state.step === 'form' && Object.keys(state.fields).length > 0) showProblems(fieldsByName(state.fields));
  }, [state]);
  useEffect(() => {
    const clear = () => {
      for (const name of SECRET_FIELDS) {
        const input = form.current?.elements.namedItem(name);
        if (input instanceof HTMLInputElement) input.value = '';
      }
    };
    addEventListener('pagehide', clear);
    return () => removeEventListener('pagehide', clear);
  }, []);

  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || isTransfer) return;
    const formData = valuesOf(event.currentTarget);
    const invalid = paymentProblems(method, formData, { hosted: isHosted, now: new Date() });
    showProblems(Object.fromEntries(Object.entries(invalid).map(([field, messageKey]) => [field, t(messageKey)])));
    if (Object.keys(invalid).length > 0) return;
    if (!isHosted) return onPay({ method, formData });
    setPreparing(true);
    const card = (await hosted.current?.token(formData.email)) ?? { problem: t('checkout.card.hostedFailed') };
    setPreparing(false);
    if ('problem' in card) return showProblems({ token: card.problem });
    onPay({ method, formData: { ...formData, token: card.token } });
  };
  const clearProblem = ({ target }: React.FormEvent<HTMLFormElement>) => {
    const { [(target as HTMLInputElement).name]: cleared, ...rest } = problems;
    if (cleared !== undefined) setProblems(rest);
  };

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={submit}
      onInput={clearProblem}
      className="grid gap-5 noscript:hidden"
    >
      <FormContext value={{ problems, values: NONE, busy }}>
        <fieldset disabled={busy} className="grid min-w-0 gap-5">
          <ChoiceField
            name="payment_method"
            label={words.method}
            value={isTransfer ? TRANSFER : method}
            options={[...options.methods, ...(transfer ? [TRANSFER] : [])].map((value) => ({
              value,
              label: t(`checkout.method.${value}`),
            }))}
            onChoose={(value) => {
              setTransfer(value === TRANSFER);
              if (value !== TRANSFER) setMethod(value as OnlineMethod);
              setProblems(NONE);
            }}
          />
          <div hidden={isTransfer} className="grid min-w-0 gap-5">
            {options.gateway === 'stripe' && options.publishableKey && (
              <HostedCardField
                ref={hosted}
                publishableKey={options.publishableKey}
                hidden={!isHosted}
                onInput={() => setProblems(({ token, ...rest }) => rest)}
              />
            )}
            {!isHosted && <MethodFields method={method} />}
            {words.email === null ? (
              <input type="hidden" name="email" value={email} />
            ) : (
              <TextField
                name="email"
                type="email"
                inputMode="email"
                label={t('checkout.email')}
                hint={words.email}
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={254}
                defaultValue={email}
              />
            )}
          </div>
        </fieldset>
        {isTransfer && transfer}
        {!isTransfer && state.step === 'form' && state.refusal && <Refusal words={state.refusal} />}
        <div hidden={isTransfer} className="grid gap-3" data-keep-clear="">
          {bookingCents !== null && (
            <p className="figures flex justify-between gap-4 font-bold text-lg">
              <span>{words.amount}</span>
              <span>{t.price(amountOf(bookingCents))}</span>
            </p>
          )}
          <SubmitButton busy={t('checkout.busy')} disabled={!hydrated} className="min-h-12 text-lg">
            {words.send}
          </SubmitButton>
          <p className="text-ink-soft text-sm">
            {busy
              ? t(`checkout.${kind}.processingText`)
              : t(options.gateway === 'simulated' ? 'checkout.simulated' : 'checkout.forgotten')}
          </p>
        </div>
      </FormContext>
    </form>
  );
}

function valuesOf(form: HTMLFormElement): FormValues {
  const values = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const named = Object.keys(EMPTY_FORM).map((name) => [name, values[name] ?? '']);
  const all: FormValues = { ...EMPTY_FORM, ...Object.fromEntries(named) };
  return { ...all, expiryDate: formatExpiry(all.expiryDate) };
}

/** Removes the prefix `formData.` from the server's field names. */
function fieldsByName(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [field.replace(/^formData\./, ''), message]),
  );
}

/** The rejection, which stays readable after its toast has gone. */
function Refusal({ words }: { words: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  useEffect(() => paragraph.current?.focus(), []);
  return (
    <p
      ref={paragraph}
      tabIndex={-1}
      className="flex items-start gap-2 rounded-md border border-danger bg-danger-ground p-3 text-danger"
    >
      <Icon name="warning" className="mt-0.5 size-5" />
      {words}
    </p>
  );
}
