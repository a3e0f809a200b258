import { useState } from 'react';
import { dayAfter } from '#features/payments/payments/model/calendar-day.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { TitledSection } from '#ui/titled-section.tsx';
import { costUntil } from '../client/extension-client.ts';
import type { ExtensionResponse, ExtensionsResponse } from '../model/extension-contract.ts';

type ExtensionPartProps = { orderId: number; rental: ExtensionsResponse };

/** The requests to keep a rented car for longer: the renter asks, the owner or the office answers. */
export function ExtensionPart({ orderId, rental }: ExtensionPartProps) {
  const t = useTranslator();
  const { role, may, items } = rental;
  const waits = items.some(({ answer }) => answer === null);
  const mayAsk = role === 'buyer' && may.may === 'yes' && !waits;
  if (items.length === 0 && !mayAsk) return null;
  return (
    <TitledSection title={t('extensions.title')}>
      <div className="grid gap-4">
        {items.map((item) => (
          <Request key={item.id} orderId={orderId} item={item} role={role} />
        ))}
        {mayAsk && <AskForm orderId={orderId} rental={rental} />}
      </div>
    </TitledSection>
  );
}

function AskForm({ orderId, rental }: ExtensionPartProps) {
  const t = useTranslator();
  const [day, setDay] = useState('');
  const cents = costUntil(rental, day);
  return (
    <ActionForm name="ask extension" className="grid justify-items-start gap-3">
      <p className="max-w-prose text-ink-soft">{t('extensions.about', { day: t.date(rental.last_day) })}</p>
      <input type="hidden" name="order" value={orderId} />
      <TextField
        name="last_day"
        type="date"
        required
        label={t('extensions.lastDay')}
        min={dayAfter(rental.last_day)}
        max={rental.latest_day}
        value={day}
        onChange={({ target: { value } }) => setDay(value)}
        className="figures"
      />
      <p role="status" className="figures font-semibold">
        {cents !== null && t('extensions.price', { amount: t.cents(cents) })}
      </p>
      <SubmitButton kind="quiet" busy={t('extensions.sending')}>
        {t('extensions.ask')}
      </SubmitButton>
    </ActionForm>
  );
}

type RequestProps = { orderId: number; item: ExtensionResponse; role: ExtensionsResponse['role'] };

function Request({ orderId, item, role }: RequestProps) {
  const t = useTranslator();
  const { id, last_day: day, days, total_cents: cents, answer } = item;
  const answers = role === 'buyer' ? (['withdrawn'] as const) : (['accepted', 'declined'] as const);
  return (
    <div className="grid gap-3 rounded-md border border-line p-3">
      <p className="figures">{t('extensions.until', { day: t.date(day), days, amount: t.cents(cents) })}</p>
      <p className="font-semibold">{t(`extensions.state.${answer ?? 'waits'}`)}</p>
      {answer === null && (
        <div className="flex flex-wrap gap-3">
          {answers.map((said) => (
            <ActionForm key={said} name="answer extension">
              <input type="hidden" name="order" value={orderId} />
              <input type="hidden" name="extension" value={id} />
              <input type="hidden" name="answer" value={said} />
              <SubmitButton kind={said === 'accepted' ? 'action' : 'plain'} busy={t('extensions.sending')}>
                {t(`extensions.answer.${said}`)}
              </SubmitButton>
            </ActionForm>
          ))}
        </div>
      )}
    </div>
  );
}
