import { type ActionFunctionArgs, type ClientActionFunctionArgs, data, redirect } from 'react-router';
import { browserApi, isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { documentTranslator } from '#lib/i18n/document-messages.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { clearAdmin, rememberAdmin, type StoredAdmin } from '#lib/session/stored-admin.ts';
import { clearStoredUser, rememberUser, type StoredUser } from '#lib/session/stored-user.ts';
import { FORM_NAME } from './form-name.ts';
import { noticeCookie } from './notice.ts';
import { pageContext } from './page-context.ts';
import type { LoadInput } from './page-handlers.ts';
import { showToast, type ToastAction } from './toast-store.ts';

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
