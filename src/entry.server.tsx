import { Writable } from 'node:stream';
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
  const { nonce, t, takeHtml } = context.get(pageContext);
  return new Promise((resolve, reject) => {
    let failed = false;
    const page = (
      <MessagesProvider value={t}>
        <ServerRouter context={routes} url={request.url} nonce={nonce} />
      </MessagesProvider>
    );
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Parts that load later in the browser are whole in the page, not put in place by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        pipe(
          collected((chunks) => {
            takeHtml(chunks);
            headers.set('content-type', 'text/html; charset=utf-8');
            resolve(new Response(null, { status: failed ? 500 : status, headers }));
          }).on('error', reject),
        );
      },
      onShellError: reject,
      onError(error) {
        failed = true;
        console.error(error);
      },
    });
  });
}

function collected(onEnd: (chunks: Uint8Array[]) => void): Writable {
  const chunks: Uint8Array[] = [];
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      onEnd(chunks);
      done();
    },
  });
}
