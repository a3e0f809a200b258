import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { MessagesProvider } from '#lib/i18n/messages-context.tsx';
import { pageContext } from '#lib/pages/page-context.ts';

/**
 * Renders a page as a whole. Its loader has awaited all data, so there is nothing to stream, and the page can be
 * cached.
 */
export default function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routes: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, t } = context.get(pageContext);
  return new Promise((resolve, reject) => {
    let failed = false;
    const page = (
      <MessagesProvider value={t}>
        <ServerRouter context={routes} url={request.url} nonce={nonce} />
      </MessagesProvider>
    );
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        const body = new PassThrough();
        pipe(body);
        headers.set('content-type', 'text/html; charset=utf-8');
        buffer(body).then((html) => resolve(new Response(html, { status: failed ? 500 : status, headers })), reject);
      },
      onShellError: reject,
      onError(error) {
        failed = true;
        console.error(error);
      },
    });
  });
}
