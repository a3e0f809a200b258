import { download } from '#lib/server/http/download.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { landedQuoteCalls } from '../../../catalog-calls.ts';
import { landedQuoteContract } from '../../model/landed-quote-contract.ts';
import { issueQuote, type QuoteDeps, quoteFile, readQuote } from './issue-quote.ts';

/** Quotes are for whoever has the link, and for no search engine. */
const NO_INDEX = ['x-robots-tag', 'noindex'] as const;

export function landedQuoteEndpoints(deps: QuoteDeps): Endpoint[] {
  const open = { access: 'anyone' } as const;
  return [
    endpoint(landedQuoteCalls.make, landedQuoteContract.make, {
      ...open,
      summary: 'Number and keep the landed cost of a car, to share it',
      limit: { uses: 20, inSeconds: 3_600 },
      slowAbove: { uses: 600, inSeconds: 3_600 },
      handle: ({ body, t }) => issueQuote(deps, body, t),
    }),
    endpoint(landedQuoteCalls.read, landedQuoteContract.read, {
      ...open,
      summary: 'A landed cost that was kept, by the code in its address',
      readCost: 1,
      handle: async ({ params, t, reply }) => {
        reply.header(...NO_INDEX);
        return readQuote(deps, params.code, t);
      },
    }),
    endpoint(landedQuoteCalls.pdf, landedQuoteContract.pdf, {
      ...open,
      summary: 'The PDF of a landed cost that was kept',
      limit: { uses: 60, inSeconds: 3_600 },
      handle: async ({ params, reply }) => {
        const { name, type, content } = await quoteFile(deps, params.code);
        reply.header(...NO_INDEX);
        return download(reply, name, type, content);
      },
    }),
  ];
}
