import {
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import { messageFile } from '#lib/i18n/document-messages.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useHydrationNote } from '#lib/pages/near-part.tsx';
import { pageContext } from '#lib/pages/page-context.ts';
import { bootScript } from '#routes/layouts/boot-script.ts';
import { ErrorScreen } from '#routes/layouts/error-screen.tsx';
import { PageShell, SiteShell } from '#routes/layouts/site-shell.tsx';
import NotFound from '#routes/not-found.tsx';
import { areasOf } from './page-areas.ts';
import '#ui/tokens.css';
import '#routes/layouts/shell.css';

export function loader({ context }: LoaderFunctionArgs) {
  const { nonce, site, notice, t } = context.get(pageContext);
  return { nonce, site, notice, locale: t.locale };
}

export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useRouteLoaderData<typeof loader>('root')?.nonce || undefined;
  const t = useTranslator();
  const areas = areasOf(useMatches().map(({ id }) => id));
  return (
    <html lang={t.locale} dir={t.dir} data-messages={t.version} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf8f4" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0a1420" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text, allowed by its nonce */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: bootScript }} />
        <Meta />
        <Links />
        {areas.map((area) => (
          <link key={area} rel="modulepreload" href={messageFile(t, area)} data-area={area} />
        ))}
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  useHydrationNote();
  return (
    <PageShell>
      <Outlet />
    </PageShell>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return <SiteShell>{missing ? <NotFound /> : <ErrorScreen error={error} />}</SiteShell>;
}
