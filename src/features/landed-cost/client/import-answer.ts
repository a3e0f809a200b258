import { useEffect, useState } from 'react';
import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import { browserApi } from '#lib/api-client/browser-api.ts';
import { type Destination, writeDestination } from '../model/destination.ts';
import { landedCostCalls } from '../model/landed-cost-calls.ts';
import type { CheckResponse, LandedResponse } from '../model/landed-cost-contract.ts';

/** What is known about a car at a destination; both null if we know no rule of the country. */
export type ImportAnswer = { check: CheckResponse; cost: LandedResponse } | { check: null; cost: null };

const UNKNOWN: ImportAnswer = { check: null, cost: null };

/** Loads light and landed cost of a car for sale. */
export async function fetchImportAnswer(
  api: ApiClient,
  id: number,
  { country, port, buyer }: Destination,
): Promise<ImportAnswer> {
  try {
    const to = { listing_id: id, country, buyer };
    const at = port ?? (await firstPort(country));
    const cost = await api.call(landedCostCalls.one, { query: { ...to, ...(at && { port: at }) } });
    return { cost, check: await api.call(landedCostCalls.check, { query: { ...to, on: cost.on } }) };
  } catch (error) {
    if (isApiFailure(error) && error.status === 404) return UNKNOWN;
    throw error;
  }
}

type State = { answer: ImportAnswer | null; hasFailed: boolean; place: string };

/** @param initial the answer that the page was rendered with, if its address names the destination */
export function useImportAnswer(id: number, destination: Destination, initial: ImportAnswer | null) {
  const place = `${id} ${writeDestination(destination)}`;
  const [state, setState] = useState<State>({ answer: initial, hasFailed: false, place });
  const [attempt, setAttempt] = useState(0);
  const current = state.place === place ? state : { answer: null, hasFailed: false, place };
  const isWanted = current.answer === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again, and `place` stands for the destination
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    fetchImportAnswer(browserApi, id, destination).then(
      (answer) => isCurrent && setState({ answer, hasFailed: false, place }),
      () => isCurrent && setState({ answer: null, hasFailed: true, place }),
    );
    return () => {
      isCurrent = false;
    };
  }, [place, attempt, isWanted]);
  const retry = () => {
    setState({ answer: null, hasFailed: false, place });
    setAttempt(attempt + 1);
  };
  return { answer: current.answer, hasFailed: current.hasFailed, retry };
}

/** The port to count with if none was chosen. */
async function firstPort(country: string): Promise<string | undefined> {
  const { portsOf } = await import('#features/import-rules/model/ports.ts');
  return portsOf(country)[0]?.code;
}
