import { isApiFailure } from '#lib/api-client/api-client.ts';
import type { SellDraft } from '../model/sell-draft.ts';
import { storeDraft } from './stored-draft.ts';

const REST_MS = 2_000;
const TRY_AGAIN_MS = 15_000;

/** `here`: only this browser has the last changes, for it is offline or the server does not answer. */
export type AutosaveState = 'quiet' | 'saved' | 'here' | 'signed-out';

type KeeperOptions = {
  /** Where this browser keeps it. */
  key: string;
  /** Names what is saved on the server now. */
  base: string | null;
  /** Saves a draft on the server, and tells how what is saved is named from then on; null where the server keeps no drafts. */
  save: ((draft: SellDraft) => Promise<string>) | null;
};

/** Keeps a draft: in this browser at every change, and on the server when the person rests. */
export class DraftAutosave {
  readonly #options: KeeperOptions;
  readonly #listeners = new Set<() => void>();
  #base: string | null;
  #last = '';
  #unsent: SellDraft | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | null = null;
  #stopped = false;
  #hasKept = false;
  #keeping: AutosaveState = 'quiet';

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#base = options.base;
  }

  /** Whether anything was typed since this page was opened. */
  get hasKept(): boolean {
    return this.#hasKept;
  }

  readonly keeping = (): AutosaveState => this.#keeping;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes a state of the draft as known: keeping the same again does nothing. */
  know(draft: SellDraft): void {
    this.#last = JSON.stringify(draft);
  }

  keep(draft: SellDraft): void {
    const text = JSON.stringify(draft);
    if (this.#stopped || text === this.#last) return;
    this.#last = text;
    this.#hasKept = true;
    this.#keepHere(draft);
  }

  /** What is saved on the server has got another name. */
  rebase(base: string): void {
    this.#base = base;
    if (this.#unsent) this.#keepHere(this.#unsent);
  }

  /** Saves at once what is not saved yet: before the page goes, or when the connection is back. */
  readonly flush = (): void => {
    clearTimeout(this.#timer);
    const { save } = this.#options;
    if (save && this.#unsent && !this.#saving && !this.#stopped) this.#saving = this.#send(this.#unsent, save);
  };

  /** Keeps nothing any more; waits for what is on its way, so that it cannot arrive after what comes next. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#saving;
  }

  /** Goes on after a stop with what has been kept meanwhile. */
  resume(): void {
    this.#stopped = false;
    if (this.#unsent) this.#saveAfter(REST_MS);
  }

  /** Forgets the draft in this browser. */
  forget(): void {
    this.#unsent = null;
    storeDraft(this.#options.key, null);
  }

  #saveAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#options.save && !this.#stopped) this.#timer = setTimeout(this.flush, ms);
  }

  async #send(draft: SellDraft, save: (draft: SellDraft) => Promise<string>): Promise<void> {
    try {
      this.#base = await save(draft);
      if (this.#unsent === draft) this.forget();
      else if (this.#unsent) this.#keepHere(this.#unsent);
      this.#say('saved');
    } catch (error) {
      this.#say(isApiFailure(error) && error.status === 401 ? 'signed-out' : 'here');
      this.#saveAfter(TRY_AGAIN_MS);
    } finally {
      this.#saving = null;
    }
  }

  #keepHere(draft: SellDraft): void {
    this.#unsent = draft;
    storeDraft(this.#options.key, { draft, base: this.#base, changedAt: new Date().toISOString() });
    this.#saveAfter(REST_MS);
  }

  #say(keeping: AutosaveState): void {
    this.#keeping = keeping;
    for (const listener of this.#listeners) listener();
  }
}
