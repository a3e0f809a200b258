import { extractText, getDocumentProxy } from 'unpdf';

/** Returns the text of each page of a PDF. */
export async function pdfPages(pdf: Uint8Array): Promise<string[]> {
  return (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text;
}
