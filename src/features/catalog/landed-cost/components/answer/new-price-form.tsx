import { useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { SelectBox } from '#ui/select-box.tsx';
import type { LandedResponse } from '../../model/landed-cost-contract.ts';
import { amountIn, type NewPrice, newPriceIn, withNewPrice } from '../../model/new-price.ts';
import { SourceLink } from './source-line.tsx';
import { WithTerms } from './term.tsx';

type NewPriceFormProps = {
  asked: NonNullable<LandedResponse['new_price']>;
  /** The currency of the country. */
  currency: string;
  country: string;
  countryCode: string;
};

/** Asks for the price of the model as new. The figure is kept in the address of the page only. */
export function NewPriceForm({ asked, currency, country, countryCode }: NewPriceFormProps) {
  const t = useTranslator();
  const id = useId();
  const navigate = useNavigate();
  const { search } = useLocation();
  const given = newPriceIn(new URLSearchParams(search));
  const [isInvalid, setInvalid] = useState(false);
  const show = (price: NewPrice | null) => {
    setInvalid(false);
    void navigate({ search: withNewPrice(search, price) }, { replace: true, preventScrollReset: true });
  };
  const compute = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const amount = amountIn(String(fields.get('new_price')));
    if (amount === null) setInvalid(true);
    else show({ amount, currency: String(fields.get('new_price_currency')) });
  };
  const others = [...new URLSearchParams(withNewPrice(search, null))];
  const list = `landed.newPrice.list.${countryCode}`;
  return (
    <form
      key={search}
      method="get"
      noValidate
      onSubmit={compute}
      className="grid gap-3 rounded-lg border border-line bg-surface p-4"
    >
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-semibold">
          {t('landed.newPrice')}
        </label>
        <div className="flex flex-wrap items-start gap-2">
          <input
            id={id}
            name="new_price"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            defaultValue={given ? t.number(given.amount) : ''}
            aria-invalid={isInvalid}
            aria-describedby={isInvalid ? `${id}-problem` : undefined}
            className="figures h-11 w-36 min-w-0 grow rounded-md border border-line-strong bg-ground px-3 aria-invalid:border-danger sm:max-w-56"
          />
          <div className="w-24">
            <SelectBox
              name="new_price_currency"
              aria-label={t('landed.newPrice.currency')}
              className="h-11"
              defaultValue={given?.currency ?? currency}
              options={[...new Set([currency, 'USD'])].map((code) => ({ value: code, label: code }))}
            />
          </div>
          <Button type="submit">{t('landed.newPrice.compute')}</Button>
        </div>
        {isInvalid && (
          <p id={`${id}-problem`} role="alert" className="font-semibold text-danger">
            {t('landed.newPrice.invalid')}
          </p>
        )}
      </div>
      {given && (
        <p className="flex flex-wrap items-center gap-x-3">
          <span>{t('landed.newPrice.yours', { amount: t.money(given.amount, given.currency) })}</span>
          <Button kind="plain" className="noscript:hidden" onClick={() => show(null)}>
            {t('landed.newPrice.remove')}
          </Button>
        </p>
      )}
      <details>
        <summary className="flex min-h-11 w-fit cursor-pointer items-center text-link underline-offset-4 hover:underline">
          {t('landed.newPrice.why')}
        </summary>
        <div className="grid max-w-prose gap-2 text-ink-soft text-sm">
          <p>{t('landed.newPrice.about', { country, charges: t.list(asked.used_by) })}</p>
          {t.hasMessage(list) && (
            <p>
              <WithTerms text={t(list)} />
            </p>
          )}
          <ul className="grid list-disc gap-1 ps-5">
            {asked.sources.map((source) => (
              <li key={source.id}>
                <SourceLink source={source} />
              </li>
            ))}
          </ul>
        </div>
      </details>
    </form>
  );
}
