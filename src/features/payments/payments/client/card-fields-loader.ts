import { redirectDocument } from 'react-router';
import { browserLoader, type Load } from '#lib/pages/loader.ts';
import { openedOn } from '#lib/pages/opened-on.ts';
import type { PaymentOptionsResponse } from '../model/payment-contract.ts';

type Loaded = { data: { options: PaymentOptionsResponse | null } };

/**
 * Adapts the `load` of a page with a payment form to `clientLoader`. The provider's card fields need the page's own content security policy,
 * so the page is loaded as a document.
 */
export function cardFieldsLoader<Data extends Loaded>(load: Load<Data>) {
  return browserLoader(async (input) => {
    const loaded = await load(input);
    if (loaded.data.options?.gateway === 'stripe' && !openedOn(input.url))
      throw redirectDocument(input.url.pathname + input.url.search);
    return loaded;
  });
}
