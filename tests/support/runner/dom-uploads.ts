import { vi } from 'vitest';

type Answer = { status: number; body: unknown } | 'no connection';
export type Upload = { method: string; url: string; form: FormData };

/** Replaces form uploads by answers in turn; the last answer repeats. Returns the sent forms. */
export function answerUploads(...answers: Answer[]): Upload[] {
  const sent: Upload[] = [];
  class AnsweredRequest {
    upload = {};
    status = 0;
    response: unknown = null;
    responseType = '';
    onload = () => {};
    onerror = () => {};
    #call = { method: '', url: '' };
    open(method: string, url: string) {
      this.#call = { method, url };
    }
    setRequestHeader() {}
    send(form: FormData) {
      sent.push({ ...this.#call, form });
      const answer = answers[Math.min(sent.length, answers.length) - 1] ?? 'no connection';
      if (answer === 'no connection') return this.onerror();
      this.status = answer.status;
      this.response = answer.body;
      this.onload();
    }
  }
  vi.stubGlobal('XMLHttpRequest', AnsweredRequest);
  return sent;
}
