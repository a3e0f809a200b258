import { useEffect, useState } from 'react';
import { atPort, type Destination, writeDestination } from '#features/customs/import-rules/model/destination.ts';
import { type ApiClient, browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { landedCostCalls } from '../../catalog-calls.ts';
import { type BuyerFacts, buyerFactsQuery, keyOfBuyerFacts } from '../model/buyer-facts.ts';
import type { CheckResponse, LandedResponse } from '../model/landed-cost-contract.ts';

/** What is known about a car at a destination; both null if we know no rule of the country. */
export type ImportAnswer = { check: CheckResponse; cost: LandedResponse } | { check: null; cost: null };

const UNKNOWN: ImportAnswer = { check: null, cost: null };

/** Loads light and landed cost of a car for sale, with the routes to all known cities. */
export async function fetchImportAnswer(
  api: ApiClient,
  id: number,
  { country, port, buyer }: Destination,
  facts: BuyerFacts,
): Promise<ImportAnswer> {
  try {
    const to = { listing_id: id, country, buyer };
    const query = { ...to, ...(port && { port }), ...buyerFactsQuery(facts) };
    const cost = await api.call(landedCostCalls.one, { query });
    return { cost, check: await api.call(landedCostCalls.check, { query: { ...to, on: cost.on } }) };
  } catch (error) {
    if (isApiFailure(error) && error.status === 404) return UNKNOWN;
    throw error;
  }
}

type State = { answer: ImportAnswer | null; hasFailed: boolean; place: string; facts: string };

/**
 * While the answer for other facts of the buyer loads, the last one stays.
 * @param initial the answer that the page was rendered with, if its address names the destination
 */
export function useImportAnswer(
  id: number,
  destination: Destination | null,
  facts: BuyerFacts,
  initial: ImportAnswer | null,
) {
  const place = destination ? `${id} ${writeDestination(atPort(destination))}` : '';
  const key = keyOfBuyerFacts(facts);
  const asked = { place, facts: key };
  const [state, setState] = useState<State>({ ...asked, answer: initial, hasFailed: false });
  const [attempt, setAttempt] = useState(0);
  const current = state.place === place ? state : { ...asked, answer: null, hasFailed: false };
  const isWanted = destination !== null && (current.answer === null || current.facts !== key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again, `place` and `key` stand for the others
  useEffect(() => {
    if (!isWanted || !destination) return;
    let isCurrent = true;
    fetchImportAnswer(browserApi, id, destination, facts).then(
      (answer) => isCurrent && setState({ ...asked, answer, hasFailed: false }),
      () => isCurrent && setState({ ...asked, answer: null, hasFailed: true }),
    );
    return () => {
      isCurrent = false;
    };
  }, [place, key, attempt, isWanted]);
  const retry = () => {
    setState({ ...asked, answer: null, hasFailed: false });
    setAttempt(attempt + 1);
  };
  const hasFailed = current.hasFailed && current.facts === key;
  return { answer: current.answer, isLoading: isWanted && !hasFailed, hasFailed, retry };
}
