import type { LoadInput } from '#lib/pages/loader.ts';
import { figuresCalls } from '../../aftersales-calls.ts';
import type { FiguresResponse } from '../model/figures-contract.ts';

/** Returns null after a failure: a page without figures is better than none. */
export function fetchFigures({ api }: Pick<LoadInput, 'api'>): Promise<FiguresResponse | null> {
  return api.call(figuresCalls.read).catch(() => null);
}
