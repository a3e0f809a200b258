import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
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
import { clearAdmin, rememberAdmin, type StoredAdmin } from '#lib/session/stored-admin.ts';
import { clearStoredUser, rememberUser, type StoredUser } from '#lib/session/stored-user.ts';
import { paths } from '#paths.ts';
import { FORM_NAME } from './form-name.ts';
import { noticeCookie } from './notice.ts';
import { pageContext } from './page-context.ts';
import type { SiteFacts } from './page-site.ts';
import { showToast, type ToastAction } from './toast-store.ts';

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

export type ActionInput = LoadInput & {
  /** The form's values by field name. */
  values: Record<string, string>;
};

/** The outcome of a user's action on a page. */
export type ActionOutcome = {
  done: boolean;
  /** Message for the user. */
  message?: string;
  /** The action succeeded, but the message is shown as a failure. */
  showAsFailure?: boolean;
  /** Path to redirect to; unset: stay on the page. */
  to?: string;
  /** Problems by field name. */
  fields?: Record<string, string>;
  /** The user to store as signed in; null: sign out and delete everything this browser stored for them. */
  user?: StoredUser | null;
  /** The administrator to store as signed in; null: sign out. */
  admin?: StoredAdmin | null;
  /** Reverts the action. Offered while the message is shown. */
  undo?: () => Promise<ActionOutcome>;
  /** Secrets to show once in the form, such as recovery codes. */
  secrets?: string[];
  /** A file to download. */
  file?: { name: string; content: string };
};

type FlaggedResponse = { flag: string; message: string; fields?: Record<string, string> | undefined };

/** Turns a response of the specification, whose flag is 1 after a success, into an outcome. `whenDone` applies only to flag 1. */
export function outcomeOf(
  { flag, message, fields }: FlaggedResponse,
  whenDone: Omit<ActionOutcome, 'done' | 'message' | 'fields'> = {},
): ActionOutcome {
  if (flag === '1') return { done: true, message, ...whenDone };
  return { done: false, message, ...(fields && { fields }) };
}

/** The part of an outcome that a form can read. */
export type FormOutcome = Pick<ActionOutcome, 'done' | 'message' | 'fields' | 'secrets'> & {
  /** The form's name, if the page has several forms. */
  form: string;
  /** Values to fill in again if the page is rendered without scripts. */
  values?: Record<string, string>;
};

/** Handles a form through the API, on the server or in the browser. */
export type FormAction = (input: ActionInput) => Promise<ActionOutcome>;

/** Combines the actions of several forms on a page, by form name. */
export function actionByForm(actions: Record<string, FormAction>): FormAction {
  return (input) => {
    const { [FORM_NAME]: form = '' } = input.values;
    return Object.hasOwn(actions, form) ? actions[form]!(input) : Promise.resolve({ done: false });
  };
}

/**
 * Adapts a form action to React Router's `action`, for forms sent without scripts or before they have loaded.
 * @param refilledFields the fields to fill in again if the action fails; never secrets
 */
export function serverAction(action: FormAction, refilledFields: string[] = []) {
  return async ({ request, params, context }: ActionFunctionArgs) => {
    const values = await valuesOf(request);
    const { api, t } = context.get(pageContext);
    const url = new URL(request.url);
    const { outcome, status } = await attempt(action, { api, t, url, params, values }, t);
    const { to, message } = outcome;
    if (to !== undefined) {
      throw redirect(to, {
        status: 303,
        headers: message ? { 'set-cookie': noticeCookie(message, url.protocol) } : {},
      });
    }
    const refilled = Object.fromEntries(
      outcome.done ? [] : refilledFields.map((field) => [field, values[field] ?? '']),
    );
    return data({ ...forForm(outcome, values), values: refilled }, { status });
  };
}

/** Status of a failed action. It keeps React Router from reloading the page's data. */
const FAILED_STATUS = 400;

/**
 * Adapts a form action to React Router's `clientAction`, which calls the API from the browser. `onDone` runs after a
 * success.
 */
export function browserAction(action: FormAction, onDone?: () => Promise<void>) {
  return async ({ request, params }: ClientActionFunctionArgs) => {
    const values = await valuesOf(request);
    const t = documentTranslator();
    const input = { api: browserApi, t, url: new URL(request.url), params, values };
    const { outcome } = await attempt(action, input, t);
    const { done, message, showAsFailure, to, user, admin, file, undo } = outcome;
    if (file) saveFile(file);
    if (admin === null) clearAdmin();
    else if (admin) rememberAdmin(admin);
    if (user === null) clearStoredUser();
    else if (user) rememberUser(user);
    if (done) await onDone?.();
    if (message) showToast(message, done && !showAsFailure ? 'done' : 'failed', undo && offerUndo(undo, t));
    if (to !== undefined) throw redirect(to);
    return data(forForm(outcome, values), { status: done ? 200 : FAILED_STATUS });
  };
}

function saveFile({ name, content }: NonNullable<ActionOutcome['file']>): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Window event after an undo. Screens that offer undo reload their data on it. */
export const UNDO_EVENT = 'carquay:undone';

function offerUndo(undo: () => Promise<ActionOutcome>, t: Translator): ToastAction {
  const run = async () => {
    const { outcome } = await attempt(undo, undefined, t);
    if (outcome.message) showToast(outcome.message, outcome.done ? 'done' : 'failed');
    dispatchEvent(new Event(UNDO_EVENT));
  };
  return { label: t('ui.undo'), run: () => void run() };
}

async function valuesOf(request: Request): Promise<Record<string, string>> {
  const entries = [...(await request.formData())];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function forForm(
  { showAsFailure, to, user, admin, file, undo, ...outcome }: ActionOutcome,
  values: Record<string, string>,
): FormOutcome {
  return { ...outcome, form: values[FORM_NAME] ?? '' };
}

/** Turns API errors and network errors into outcomes. Rethrows redirects and bugs. */
async function attempt<Input>(
  action: (input: Input) => Promise<ActionOutcome>,
  input: Input,
  t: Translator,
): Promise<{ outcome: ActionOutcome; status: number }> {
  try {
    return { outcome: await action(input), status: 200 };
  } catch (error) {
    if (isApiFailure(error)) {
      const { message, fields, status } = error;
      return { outcome: { done: false, message, fields }, status };
    }
    if (!isNetworkError(error)) throw error;
    return { outcome: { done: false, message: t('ui.unreachable') }, status: 503 };
  }
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
