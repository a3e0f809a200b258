import { useEffect, useState } from 'react';
import { type Destination, writeDestination } from '#features/customs/import-rules/model/destination.ts';
import { type ApiClient, browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { landedCostCalls } from '../../catalog-calls.ts';
import type { CheckResponse, LandedResponse } from '../model/landed-cost-contract.ts';
import { type NewPrice, newPriceQuery } from '../model/new-price.ts';

/** What is known about a car at a destination; both null if we know no rule of the country. */
export type ImportAnswer = { check: CheckResponse; cost: LandedResponse } | { check: null; cost: null };

const UNKNOWN: ImportAnswer = { check: null, cost: null };

/** Loads light and landed cost of a car for sale. */
export async function fetchImportAnswer(
  api: ApiClient,
  id: number,
  { country, port, buyer }: Destination,
  newPrice: NewPrice | null,
): Promise<ImportAnswer> {
  try {
    const to = { listing_id: id, country, buyer };
    const query = { ...to, ...(port && { port }), ...newPriceQuery(newPrice) };
    const cost = await api.call(landedCostCalls.one, { query });
    return { cost, check: await api.call(landedCostCalls.check, { query: { ...to, on: cost.on } }) };
  } catch (error) {
    if (isApiFailure(error) && error.status === 404) return UNKNOWN;
    throw error;
  }
}

type State = { answer: ImportAnswer | null; hasFailed: boolean; place: string; newPrice: string };

/**
 * While the answer for another price as new loads, the last one stays.
 * @param initial the answer that the page was rendered with, if its address names the destination
 */
export function useImportAnswer(
  id: number,
  destination: Destination | null,
  newPrice: NewPrice | null,
  initial: ImportAnswer | null,
) {
  const place = destination ? `${id} ${writeDestination(destination)}` : '';
  const price = newPrice ? `${newPrice.amount} ${newPrice.currency}` : '';
  const asked = { place, newPrice: price };
  const [state, setState] = useState<State>({ ...asked, answer: initial, hasFailed: false });
  const [attempt, setAttempt] = useState(0);
  const current = state.place === place ? state : { ...asked, answer: null, hasFailed: false };
  const isWanted = destination !== null && (current.answer === null || current.newPrice !== price);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again, `place` and `price` stand for the others
  useEffect(() => {
    if (!isWanted || !destination) return;
    let isCurrent = true;
    fetchImportAnswer(browserApi, id, destination, newPrice).then(
      (answer) => isCurrent && setState({ ...asked, answer, hasFailed: false }),
      () => isCurrent && setState({ ...asked, answer: null, hasFailed: true }),
    );
    return () => {
      isCurrent = false;
    };
  }, [place, price, attempt, isWanted]);
  const retry = () => {
    setState({ ...asked, answer: null, hasFailed: false });
    setAttempt(attempt + 1);
  };
  const hasFailed = current.hasFailed && current.newPrice === price;
  return { answer: current.answer, isLoading: isWanted && !hasFailed, hasFailed, retry };
}
