import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { figuresCalls } from '../../aftersales-calls.ts';
import { figuresContract } from '../model/figures-contract.ts';
import { type FiguresDeps, figuresReader } from './read-figures.ts';

export function figuresEndpoints(deps: FiguresDeps): Endpoint[] {
  return [
    endpoint(figuresCalls.read, figuresContract.read, {
      summary: 'Figures that the site publishes about itself',
      access: 'anyone',
      cache: 'while-stock-unchanged',
      readCost: 1,
      handle: figuresReader(deps),
    }),
  ];
}
