import { useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type BuyerFacts, isMonth, withBuyerFact } from '#features/catalog/landed-cost/model/buyer-facts.ts';
import type { LandedResponse } from '#features/catalog/landed-cost/model/landed-cost-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { SelectBox } from '#ui/select-box.tsx';
import { NewPriceForm } from './new-price-form.tsx';
import { SourceLine } from './source-line.tsx';

type AskProps = { cost: LandedResponse; facts: BuyerFacts; country: string };

/** Asks for facts that only the buyer knows, one at a time, and shows the prices of the authority that count. */
export function AskFacts({ cost, facts, country }: AskProps) {
  const { asks, charges, new_price: newPrice, reference } = cost;
  const [ask] = asks.filter((each) => each !== 'reference');
  const asksForPrice = newPrice !== null && (ask === 'new_price' || facts.newPrice !== null);
  return (
    <>
      {reference && !facts.newPrice && <ReferencePrices reference={reference} country={country} />}
      {asksForPrice && (
        <NewPriceForm asked={newPrice} currency={charges.local_currency} country={country} countryCode={cost.country} />
      )}
      {(ask === 'production' || facts.production) && !asksForPrice && (
        <AskFact name="production" given={facts.production ?? ''} isValid={isMonth} />
      )}
      {(ask === 'co2' || facts.co2 !== null) && !asksForPrice && (
        <AskFact
          name="co2"
          given={facts.co2 === null ? '' : String(facts.co2)}
          isValid={(text) => /^\d{1,4}$/.test(text)}
        />
      )}
    </>
  );
}

function useFactInAddress() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (name: 'reference' | 'production' | 'co2', value: string) =>
    void navigate({ search: withBuyerFact(search, name, value) }, { replace: true, preventScrollReset: true });
}

type Reference = NonNullable<LandedResponse['reference']>;

/** The prices of the authority's list for this car. The buyer may choose the one of the car's version. */
function ReferencePrices({ reference, country }: { reference: Reference; country: string }) {
  const t = useTranslator();
  const id = useId();
  const set = useFactInAddress();
  const { prices, chosen, currency, is_used: isUsed, valid_from: from } = reference;
  const text = ({ model, number, engine_cc: cc, wheels_driven: wheels, price }: Reference['prices'][number]) =>
    [
      `${reference.make} ${model}`,
      number,
      cc && t('landed.reference.engine', { cc: t.number(cc) }),
      wheels === 4 && t('landed.reference.allWheels'),
      t.money(price, currency),
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <label htmlFor={id} className="font-semibold">
        {t('landed.reference', { country, count: prices.length })}
      </label>
      {prices.length > 1 ? (
        <SelectBox
          id={id}
          className="h-11"
          value={chosen ?? ''}
          onChange={({ target }) => set('reference', target.value)}
          options={[
            { value: '', label: t(isUsed ? 'landed.reference.all' : 'landed.reference.choose') },
            ...prices.map((price) => ({ value: price.id, label: text(price) })),
          ]}
        />
      ) : (
        <p id={id} className="figures">
          {prices[0] && text(prices[0])}
        </p>
      )}
      <p className="max-w-prose text-ink-soft text-sm">
        {t('landed.reference.about', { date: from ? t.date(from) : '' })}
      </p>
      <SourceLine sources={reference.sources} checkedOn={null} />
    </div>
  );
}

type AskFactProps = { name: 'production' | 'co2'; given: string; isValid: (text: string) => boolean };

function AskFact({ name, given, isValid }: AskFactProps) {
  const t = useTranslator();
  const id = useId();
  const set = useFactInAddress();
  const [isInvalid, setInvalid] = useState(false);
  const compute = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get(name)).trim();
    setInvalid(!isValid(text));
    if (isValid(text)) set(name, text);
  };
  return (
    <form
      key={given}
      method="get"
      noValidate
      onSubmit={compute}
      className="grid gap-1.5 rounded-lg border border-line bg-surface p-4 noscript:hidden"
    >
      <label htmlFor={id} className="font-semibold">
        {t(`landed.ask.${name}`)}
      </label>
      <div className="flex flex-wrap items-start gap-2">
        <input
          id={id}
          name={name}
          inputMode={name === 'co2' ? 'numeric' : 'text'}
          autoComplete="off"
          placeholder={name === 'co2' ? '140' : '2021-05'}
          maxLength={7}
          defaultValue={given}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-about`}
          className="figures h-11 w-36 min-w-0 rounded-md border border-line-strong bg-ground px-3 aria-invalid:border-danger"
        />
        <Button type="submit">{t('landed.newPrice.compute')}</Button>
        {given && (
          <Button kind="plain" onClick={() => set(name, '')}>
            {t('landed.newPrice.remove')}
          </Button>
        )}
      </div>
      {isInvalid && (
        <p role="alert" className="font-semibold text-danger">
          {t(`landed.ask.${name}.invalid`)}
        </p>
      )}
      <p id={`${id}-about`} className="max-w-prose text-ink-soft text-sm">
        {t(`landed.ask.${name}.why`)}
      </p>
    </form>
  );
}
