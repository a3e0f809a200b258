import { useEffect, useMemo, useState } from 'react';
import { useDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { type ImportAnswer, useImportAnswer } from '#features/catalog/landed-cost/client/import-answer.ts';
import { useKeptFacts } from '#features/catalog/landed-cost/client/kept-facts.ts';
import { buyerFactsQuery } from '#features/catalog/landed-cost/model/buyer-facts.ts';
import type { BuyingFor } from '#features/catalog/landed-cost/model/import-quote.ts';
import { knownCity } from '#features/catalog/landed-cost/model/landed-text.ts';
import { writeDestination } from '#features/customs/import-rules/model/destination.ts';
import type { PayableCar } from '../model/payable-car.ts';
import type { PayBody } from '../model/payment-contract.ts';
import type { CheckoutState } from './checkout-flow.ts';

/** The parts of call 1 about the destination. */
type Sent = Pick<PayBody, 'destination' | 'shown_light' | 'buying_for' | 'destination_not_said'>;

/**
 * Checks whether the car may be imported into the buyer's country. Rentals are not exported.
 * @param initial the answer for the destination in the address, if it names one
 */
export function useCheckoutDestination(car: PayableCar, initial: ImportAnswer | null, state: CheckoutState) {
  const chosen = useDestination();
  const asked = car.offer === 'Sell' ? chosen : null;
  const facts = useKeptFacts(car.id);
  const { answer, hasFailed, retry } = useImportAnswer(car.id, asked, facts, initial);
  const door = answer?.cost?.door;
  const destination = useMemo(
    () => asked && (door ? { ...asked, city: knownCity(door, asked.city) } : asked),
    [asked, door],
  );
  const place = destination ? writeDestination(destination) : '';
  const [declared, setDeclared] = useState<{ place: string; buyingFor: BuyingFor } | null>(null);
  const buyingFor = declared?.place === place ? declared.buyingFor : null;
  const refused = state.step === 'form' && state.fields.destination !== undefined ? state.fields.destination : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads the answer again once per refusal
  useEffect(() => {
    if (refused === null) return;
    retry();
    setDeclared(null);
  }, [state]);
  const isProhibited = destination !== null && (answer?.check?.light === 'red' || refused !== null);
  return {
    destination,
    answer,
    hasFailed,
    retry,
    /** Why the server refused the payment. */
    refused: destination && refused,
    buyingFor,
    declare: (next: BuyingFor | null) => setDeclared(next && { place, buyingFor: next }),
    /** The buyer cannot pay before choosing another country or declaring whom the car is for. */
    isStopped: isProhibited && buyingFor === null,
    sent(): Sent {
      if (!destination) return car.offer === 'Sell' ? { destination_not_said: true } : {};
      if (answer?.check === null) return {};
      const port = answer?.cost.port ?? destination.port;
      const city = answer ? destination.city : null;
      return {
        destination: {
          country: destination.country,
          buyer: destination.buyer,
          ...(port && { port }),
          ...(city && { city }),
          ...buyerFactsQuery(facts),
        },
        ...(answer && { shown_light: answer.check.light }),
        ...(buyingFor && { buying_for: buyingFor }),
      };
    },
  };
}

export type CheckoutDestination = ReturnType<typeof useCheckoutDestination>;
