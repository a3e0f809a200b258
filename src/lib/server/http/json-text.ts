/** A response body that is JSON already. It must fit the response schema of its endpoint, which does not write it. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
