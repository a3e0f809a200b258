import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { EMPTY_VALUES } from '#features/catalog/listings/model/listing-form.ts';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import type { DraftAutosave } from './draft-autosave.ts';
import type { PhotoUploads } from './photo-uploads.ts';
import type { EditableListing } from './sell-client.ts';
import { useSendListing } from './use-send-listing.ts';

function Sender() {
  const { send, failure } = useSendListing({
    userId: 7,
    draftId: 'draft',
    content: { values: EMPTY_VALUES, photos: [], report: null },
    listing: { id: 3, version: 1 } as EditableListing,
    uploads: { photos: () => [], settled: async () => true } as unknown as PhotoUploads,
    autosave: { stop: async () => {}, resume() {}, forget() {} } as unknown as DraftAutosave,
    onFields() {},
    onStale() {},
  });
  return (
    <>
      <button type="button" onClick={send}>
        Send
      </button>
      <p role="alert">{failure}</p>
    </>
  );
}

test.each([
  [JSON.stringify({ message: 'The disk is full.' }), 'The disk is full.'],
  ['<html>Bad gateway</html>', 'Failed to create listing'],
])('a 500 with the body %s says: %s', async (body, words) => {
  // A new response for each call, because a body can be read only once.
  vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(body, { status: 500 }));
  await renderPage(<Sender />);
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.element(page.getByRole('alert')).toHaveTextContent(words);
});
