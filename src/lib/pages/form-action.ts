import { type ActionFunctionArgs, type ClientActionFunctionArgs, data, redirect } from 'react-router';
import { isApiFailure, isNetworkError } from '../api-client/api-client.ts';
import { browserApi } from '../api-client/browser-api.ts';
import { englishWords } from '../i18n/messages.ts';
import { clearAdmin, rememberAdmin, type StoredAdmin } from '../session/stored-admin.ts';
import { clearStoredUser, rememberUser, type StoredUser } from '../session/stored-user.ts';
import { FORM_NAME } from './form-name.ts';
import type { LoadInput } from './loader.ts';
import { noticeCookie } from './notice.ts';
import { pageContext } from './page-context.ts';
import { showToast, type ToastAction } from './toast-store.ts';

export type ActionInput = LoadInput & {
  /** What the form sent, by field name. */
  values: Record<string, string>;
};

/** What came of something a person did on a page. */
export type ActionOutcome = {
  done: boolean;
  /** Words for the person. */
  message?: string;
  /** It was done, but the words are bad news. */
  badNews?: boolean;
  /** Where the person goes next; staying shows the page again. */
  to?: string;
  /** What is wrong, by field. */
  fields?: Record<string, string>;
  /** Who is signed in in this browser from now on; null: nobody, and everything kept for them is forgotten. */
  person?: StoredUser | null;
  /** The same for administrators; null: nobody. */
  admin?: StoredAdmin | null;
  /** Takes back what was done, for as long as the message of it stands. */
  undo?: () => Promise<ActionOutcome>;
  /** Secrets that the form shows once, such as recovery codes. */
  secrets?: string[];
  /** A file that the browser keeps for the person. */
  file?: { name: string; content: string };
};

/** What a form gets to read of an outcome. */
export type FormOutcome = Pick<ActionOutcome, 'done' | 'message' | 'fields' | 'secrets'> & {
  /** The form's own name, where a page has several. */
  form: string;
  /** What it shows again where the page comes back without scripts. */
  values?: Record<string, string>;
};

/** Does what a form asks for, through the API, on whichever side it runs. */
export type FormAction = (input: ActionInput) => Promise<ActionOutcome>;

/** The act of a page with several forms, by their names. */
export function actionByForm(acts: Record<string, FormAction>): FormAction {
  return (input) => {
    const { [FORM_NAME]: form = '' } = input.values;
    return Object.hasOwn(acts, form) ? acts[form]!(input) : Promise.resolve({ done: false });
  };
}

/**
 * A page's `act` as React Router's action: a form sent before the scripts arrived, or without any.
 * @param shownAgain the fields that a refused form comes back with. A secret is never among them.
 */
export function serverAction(act: FormAction, shownAgain: string[] = []) {
  return async ({ request, params, context }: ActionFunctionArgs) => {
    const values = await valuesOf(request);
    const { api } = context.get(pageContext);
    const url = new URL(request.url);
    const { outcome, status } = await attempt(act, { api, url, params, values });
    const { to, message } = outcome;
    if (to !== undefined) {
      throw redirect(to, {
        status: 303,
        headers: message ? { 'set-cookie': noticeCookie(message, url.protocol) } : {},
      });
    }
    const kept = Object.fromEntries(outcome.done ? [] : shownAgain.map((field) => [field, values[field] ?? '']));
    return data({ ...forForm(outcome, values), values: kept }, { status });
  };
}

/** A status by which React Router knows that nothing has changed, and reads nothing anew. */
const REFUSED = 400;

/** The same `act` as React Router's clientAction: it calls the API straight from the browser. `afterwards` runs when it went well. */
export function browserAction(act: FormAction, afterwards?: () => Promise<void>) {
  return async ({ request, params }: ClientActionFunctionArgs) => {
    const values = await valuesOf(request);
    const { outcome } = await attempt(act, { api: browserApi, url: new URL(request.url), params, values });
    const { done, message, badNews, to, person, admin, file, undo } = outcome;
    if (file) saveFile(file);
    if (admin === null) clearAdmin();
    else if (admin) rememberAdmin(admin);
    if (person === null) clearStoredUser();
    else if (person) rememberUser(person);
    if (done) await afterwards?.();
    if (message) showToast(message, done && !badNews ? 'done' : 'failed', undo && offerUndo(undo));
    if (to !== undefined) throw redirect(to);
    return data(forForm(outcome, values), { status: done ? 200 : REFUSED });
  };
}

function saveFile({ name, content }: NonNullable<ActionOutcome['file']>): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Heard by screens that offer to take things back: they show anew what is so now. */
export const UNDONE = 'carquay:undone';

function offerUndo(undo: () => Promise<ActionOutcome>): ToastAction {
  const run = async () => {
    const { outcome } = await attempt(undo, undefined);
    if (outcome.message) showToast(outcome.message, outcome.done ? 'done' : 'failed');
    dispatchEvent(new Event(UNDONE));
  };
  return { label: englishWords('ui.undo'), run: () => void run() };
}

async function valuesOf(request: Request): Promise<Record<string, string>> {
  const entries = [...(await request.formData())];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function forForm(
  { badNews, to, person, admin, file, undo, ...outcome }: ActionOutcome,
  values: Record<string, string>,
): FormOutcome {
  return { ...outcome, form: values[FORM_NAME] ?? '' };
}

/** What the API refuses is an outcome too; so is an API that cannot be reached. Redirects and faults of our own pass. */
async function attempt<Input>(
  act: (input: Input) => Promise<ActionOutcome>,
  input: Input,
): Promise<{ outcome: ActionOutcome; status: number }> {
  try {
    return { outcome: await act(input), status: 200 };
  } catch (error) {
    if (isApiFailure(error)) {
      const { message, fields, status } = error;
      return { outcome: { done: false, message, fields }, status };
    }
    if (!isNetworkError(error)) throw error;
    return { outcome: { done: false, message: englishWords('ui.unreachable') }, status: 503 };
  }
}
