import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { openShipTo } from '#features/catalog/landed-cost/client/ship-to-dialog-state.ts';
import { DoorSums } from '#features/catalog/landed-cost/components/answer/door.tsx';
import { ReasonList } from '#features/catalog/landed-cost/components/answer/reason-list.tsx';
import { WithTerms } from '#features/catalog/landed-cost/components/answer/term.tsx';
import { ImportLight } from '#features/catalog/landed-cost/components/import-light.tsx';
import { countryOptions } from '#features/catalog/landed-cost/components/ship-to-dialog.tsx';
import { countryPath } from '#features/catalog/landed-cost/model/country-slug.ts';
import type { CheckResponse, LandedResponse } from '#features/catalog/landed-cost/model/landed-cost-contract.ts';
import { landedOf, landedText } from '#features/catalog/landed-cost/model/landed-text.ts';
import type { Destination } from '#features/customs/import-rules/model/destination.ts';
import { portsOf } from '#features/customs/import-rules/model/ports.ts';
import { buyingForName, MAX_BUYING_FOR } from '#features/payments/destinations/model/buying-for.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { focusFirst } from '#ui/forms/action-form.tsx';
import { FormContext, SelectField, TextField } from '#ui/forms/fields.tsx';
import type { CheckoutDestination } from '../client/use-checkout-destination.ts';

type DestinationAnswerProps = { chosen: CheckoutDestination; destination: Destination };

/** The light with its reasons and the landed cost; for a prohibited car also the ways to go on. */
export default function DestinationAnswer({ chosen, destination }: DestinationAnswerProps) {
  const t = useTranslator();
  const { answer, refused, isStopped, buyingFor, declare } = chosen;
  return (
    <div className="grid gap-4">
      {isStopped && <Stopped country={t.region(destination.country)} refused={refused} />}
      {answer?.check && (
        <Answer check={answer.check} cost={answer.cost} city={destination.city} isStopped={isStopped} />
      )}
      {isStopped && <Declaration country={destination.country} onDeclare={declare} />}
      {buyingFor && (
        <p className="flex flex-wrap items-center gap-x-3 rounded-md border border-line p-3">
          <span className="wrap-anywhere">
            {t('checkout.buyingFor.declared', { name: buyingFor.name, country: t.region(buyingFor.country) })}
          </span>
          <Button kind="plain" onClick={() => declare(null)}>
            {t('checkout.destination.change')}
          </Button>
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-4 text-sm">
        {answer?.check && <span className="text-ink-soft">{answer.check.notice}</span>}
        <Link to={countryPath(destination.country)} className={TEXT_LINK}>
          {t('landed.guide', { country: t.region(destination.country) })}
        </Link>
      </p>
    </div>
  );
}

function Stopped({ country, refused }: { country: string; refused: string | null }) {
  const t = useTranslator();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refused !== null) panel.current?.focus();
  }, [refused]);
  return (
    <div
      ref={panel}
      role="alert"
      tabIndex={-1}
      className="grid gap-1 rounded-md border border-danger bg-danger-ground p-3 text-danger"
    >
      <p className="font-semibold">{t('checkout.prohibited', { country })}</p>
      {refused !== null && <p className="text-sm">{refused}</p>}
    </div>
  );
}

type AnswerProps = { check: CheckResponse; cost: LandedResponse; city: string | null; isStopped: boolean };

function Answer({ check, cost, city, isStopped }: AnswerProps) {
  const t = useTranslator();
  const port = portsOf(check.country).find(({ code }) => code === cost.port)?.name;
  const freight = cost.parts.find(({ code }) => code === 'freight');
  const reasons = check.reasons.filter(({ outcome }) => outcome !== 'allowed');
  const prohibitions = reasons.filter(({ outcome }) => outcome === 'prohibited');
  return (
    <div className="grid gap-2">
      {!isStopped && (
        <p>
          <ImportLight light={check.light} />
        </p>
      )}
      {isStopped ? (
        <ReasonList reasons={prohibitions} listingId={check.listing_id} />
      ) : (
        <>
          <p className="max-w-prose">
            <WithTerms text={check.sentence} />
          </p>
          {reasons.length > 0 && (
            <details>
              <summary className="min-h-11 w-fit cursor-pointer content-center font-semibold text-link">
                {t('checkout.destination.reasons')}
              </summary>
              <ReasonList reasons={reasons} listingId={check.listing_id} />
            </details>
          )}
        </>
      )}
      <p>
        <span className="block text-ink-soft text-sm">
          {port ? t('landed.cost.port', { port }) : t('landed.cost.country', { country: check.country_name })}
        </span>
        <span className="figures font-semibold">{landedText(landedOf(cost), t)}</span>
        <DoorSums door={cost.door} city={city} />
      </p>
      <p className="max-w-prose text-sm">
        {freight?.confidence === 'offer'
          ? t('checkout.destination.ourFreight', {
              amount: t.dollars(freight.likely),
              port: port ?? check.country_name,
            })
          : t('checkout.destination.noRate', { estimated: freight ? 'yes' : 'no' })}
      </p>
    </div>
  );
}

type DeclarationProps = { country: string; onDeclare: CheckoutDestination['declare'] };

/** The ways to go on with a car that may not be imported at the destination. */
function Declaration({ country, onDeclare }: DeclarationProps) {
  const t = useTranslator();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const declare = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const name = buyingForName.safeParse(String(typed.get('buying_for') ?? ''));
    if (name.success) return onDeclare({ name: name.data, country: String(typed.get('buying_for_country')) });
    const invalid = { buying_for: t('payment.buyingFor.invalid') };
    setProblems(invalid);
    focusFirst(event.currentTarget, invalid);
  };
  return (
    <div className="grid gap-4 border-line border-t pt-4 noscript:hidden">
      <p className="max-w-prose">{t('checkout.prohibited.ways')}</p>
      <Button className="justify-self-start" onClick={openShipTo}>
        {t('checkout.prohibited.country')}
      </Button>
      <form noValidate onSubmit={declare} className="grid gap-4">
        <FormContext value={{ problems, values: {}, busy: false }}>
          <TextField
            name="buying_for"
            label={t('checkout.buyingFor')}
            hint={t('checkout.buyingFor.hint')}
            autoComplete="off"
            maxLength={MAX_BUYING_FOR}
          />
          <SelectField
            name="buying_for_country"
            label={t('checkout.buyingFor.country')}
            defaultValue={country}
            options={countryOptions(t)}
          />
        </FormContext>
        <Button type="submit" kind="strong" className="justify-self-start">
          {t('checkout.buyingFor.go')}
        </Button>
      </form>
    </div>
  );
}
