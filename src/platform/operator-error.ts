/** Something that only the operator can put right; the message is the one sentence that tells how. */
export class OperatorError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'OperatorError';
  }
}
