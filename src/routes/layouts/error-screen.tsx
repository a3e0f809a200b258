import { isRouteErrorResponse } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { brokenChunk } from '#lib/pages/load-route-module.ts';
import { Button } from '#ui/button.tsx';

/** Shown for a page that failed. Reveals no internals outside development. */
export function ErrorScreen({ error }: { error: unknown }) {
  const t = useTranslator();
  const chunk = brokenChunk(error);
  return (
    <div role="alert" className="mx-auto grid max-w-2xl gap-4 px-4 py-16 md:py-24">
      <h1 className="text-2xl">{t('shell.error.title')}</h1>
      {chunk ? (
        <p>
          {t('shell.error.chunk', { id: chunk.id })}
          <br />
          <span className="text-ink-soft">
            {t('shell.error.chunkDetail', { reason: chunk.reason, url: chunk.url })}
          </span>
        </p>
      ) : (
        <p>{import.meta.env.DEV ? describe(error) : t('shell.error.calm')}</p>
      )}
      <div className="mt-2 flex flex-wrap gap-3">
        <Button kind="action" onClick={() => location.reload()}>
          {t('shell.error.reload')}
        </Button>
        <a href="/" className="inline-flex min-h-11 items-center px-3 text-link underline-offset-4 hover:underline">
          {t('shell.error.home')}
        </a>
      </div>
    </div>
  );
}

function describe(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
