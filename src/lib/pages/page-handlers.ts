import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  type MetaFunction,
  redirect,
  redirectDocument,
  useSearchParams,
} from 'react-router';
import {
  type ApiClient,
  ApiFailure,
  browserApi,
  isApiFailure,
  isNetworkError,
  watchedBrowserApi,
} from '#lib/api-client/api-client.ts';
import { translatorFor } from '#lib/i18n/catalogs.ts';
import { documentTranslator } from '#lib/i18n/document-messages.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { isCached, RESPONSE_TIMEOUT_MS } from '#lib/offline/cached-pages.ts';
import { PRODUCT_NAME } from '#lib/product.ts';
import { paths } from '#paths.ts';
import { pageContext } from './page-context.ts';
import type { SiteFacts } from './page-site.ts';

export type LoadInput = {
  api: ApiClient;
  /** Writes in the language of the page. */
  t: Translator;
  url: URL;
  params: Record<string, string | undefined>;
};

/** Loads a page's data through the API, on the server or in the browser. */
export type Load<Data> = (input: LoadInput) => Promise<Data>;

/** Adapts `load` to React Router's `loader`, which calls the endpoints in process. */
export function serverLoader<Data>(load: Load<Data>) {
  return ({ request, params, context }: LoaderFunctionArgs) => {
    const { api, t } = context.get(pageContext);
    return load({ api, t, url: new URL(request.url), params }).catch(throwRefusal);
  };
}

/** Keeps the status of a page that the caller may not see. React Router answers other errors with 500. */
function throwRefusal(error: unknown): never {
  if (isApiFailure(error) && error.status === 403) throw data(error.message, { status: 403 });
  throw error;
}

/** Adapts `load` to React Router's `clientLoader`, which calls the API from the browser on later navigations. */
export function browserLoader<Data>(load: Load<Data>) {
  return ({ request, params }: ClientLoaderFunctionArgs) => {
    const url = new URL(request.url);
    const mayBeCached = url.pathname !== location.pathname && Boolean(navigator.serviceWorker?.controller);
    return mayBeCached
      ? orAsDocument(load, url, params)
      : load({ api: browserApi, t: documentTranslator(), url, params });
  };
}

/**
 * Loads the data of another page. Navigates to its document instead if the browser is offline, or if a stored copy
 * exists and the network fails or is too slow, so that the service worker can show the copy or the offline page.
 */
function orAsDocument<Data>(load: Load<Data>, url: URL, params: LoadInput['params']): Promise<Data> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(redirectDocument(url.pathname + url.search));
    if (!navigator.onLine) return leave();
    const leaveIfCached = async () => {
      if (await isCached(url.pathname)) leave();
    };
    const timer = setTimeout(leaveIfCached, RESPONSE_TIMEOUT_MS);
    const api = watchedBrowserApi(leaveIfCached);
    load({ api, t: documentTranslator(), url, params })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** Reads a page number from the URL; 1 if it is missing or invalid. */
export function pageNumber(search: URLSearchParams, name: string): number {
  const page = Number(search.get(name));
  return Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1;
}

/** Login path that returns to the given page. */
export function loginPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return loginRedirect(paths.login, pathname + search);
}

/** Wraps a loader or action: redirects to login, with the current page as `next`, when the API answers 401. */
export function requireUser<Input extends LoadInput, Result>(work: (input: Input) => Promise<Result>) {
  return redirectOn(({ status }) => status === 401, loginPath, work);
}

/** Back-office login path that returns to the given page. */
export function adminLoginPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return loginRedirect(paths.adminLogin, pathname + search);
}

/**
 * Wraps a loader or action of the back office: redirects to its login if no administrator is logged in. Throws
 * ApiFailure 403 if the role lacks the permission, and 503 if the server is unreachable.
 */
export function requireAdmin<Input extends LoadInput, Result>(work: (input: Input) => Promise<Result>) {
  const isSignedOut = ({ status, code }: ApiFailure) => status === 401 || code === 'forbidden';
  return redirectOn(isSignedOut, adminLoginPath, (input: Input) =>
    work(input).catch((error) => throwAsApiFailure(error, input.t)),
  );
}

function throwAsApiFailure(error: unknown, t: Translator): never {
  if (!isNetworkError(error)) throw error;
  throw new ApiFailure(503, { message: t('ui.unreachable'), code: 'unreachable' });
}

function redirectOn<Input extends LoadInput, Result>(
  isSignedOut: (failure: ApiFailure) => boolean,
  login: (url: URL) => string,
  work: (input: Input) => Promise<Result>,
) {
  return async (input: Input): Promise<Result> => {
    try {
      return await work(input);
    } catch (error) {
      if (!isApiFailure(error) || !isSignedOut(error)) throw error;
      throw redirect(login(input.url));
    }
  };
}

/** Returns `page` with a `next` parameter for the redirect after login, if `next` is not null, and with `more` parameters. */
export function loginRedirect(page: string, next: string | null, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...more, ...(next !== null && { next }) }).toString();
  return query === '' ? page : `${page}?${query}`;
}

/** Returns a function that adds the current `next` parameter to a login, sign-up or password page. */
export function useLoginRedirect(): (page: string) => string {
  const next = useSearchParams()[0].get('next');
  return (page) => loginRedirect(page, next);
}

type RootData = { site: SiteFacts; locale: string };
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** Settings and translator inside a page's `meta`. */
export function pageOfMatches(matches: Matches): { site: SiteFacts; t: Translator } {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData;
  return { site: root.site, t: translatorFor(root.locale) };
}

type PageMeta = {
  title: string;
  description: string;
  site: Pick<SiteFacts, 'origin' | 'locales'>;
  /** The page's canonical path. */
  path: string;
  /** Preview picture with an absolute URL. */
  image?: { url: string; width: number; height: number; alt: string };
  type?: 'website' | 'article' | 'product';
  indexed?: boolean;
};

/** Returns the meta tags of a page for search engines and link previews. */
export function pageMeta({
  title,
  description,
  site,
  path,
  image,
  type = 'website',
  indexed = true,
}: PageMeta): MetaDescriptor[] {
  const url = site.origin + path;
  const fullTitle = title.includes(PRODUCT_NAME) ? title : `${title} – ${PRODUCT_NAME}`;
  const picture = image && [
    { property: 'og:image', content: image.url },
    { property: 'og:image:width', content: String(image.width) },
    { property: 'og:image:height', content: String(image.height) },
    { property: 'og:image:alt', content: image.alt },
  ];
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...(indexed ? alternates(site, path) : []),
    { property: 'og:site_name', content: PRODUCT_NAME },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    ...(picture ?? []),
    ...(indexed ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
}

/** Returns the URL for readers of each language. The only place that decides it; today all are the same. */
function alternates({ origin, locales }: Pick<SiteFacts, 'origin' | 'locales'>, path: string): MetaDescriptor[] {
  return [...locales, 'x-default'].map((hrefLang) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: origin + path,
  }));
}

/**
 * Builds the `meta` of a page that search engines must not index. `title` is a function if it depends on the page's
 * data, which is undefined if loading it failed.
 */
export function privateMeta<Loader>(
  title: MessageKey | ((t: Translator, loaded: MetaArgs<Loader>['loaderData']) => string),
  description: MessageKey,
): MetaFunction<Loader> {
  return ({ loaderData, matches, location }) => {
    const { site, t } = pageOfMatches(matches);
    return pageMeta({
      title: typeof title === 'function' ? title(t, loaderData) : t(title),
      description: t(description),
      site,
      path: location.pathname,
      indexed: false,
    });
  };
}
