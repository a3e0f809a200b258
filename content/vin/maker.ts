/** Who stands behind the first characters of a VIN. */
export type VinMaker = {
  name: string;
  /** The make of the catalog to offer; null where several are as likely. */
  make: string | null;
  /** Every make of the catalog that this code may carry; none where nothing can be said. */
  makes: string[];
};

export type CodedMaker = VinMaker & { codes: string[] };

/**
 * A maker in one line: its name, the make to offer, other makes that it builds or sells, and its codes. A code has three
 * characters, or six for a small maker: then the last three are those at positions 12 to 14.
 */
export function maker(name: string, make: string | null, others: string, codes: string): CodedMaker {
  const makes = [...(make === null ? [] : [make]), ...others.split(', ').filter((other) => other !== '')];
  return { name, make, makes, codes: codes.split(' ') };
}

/** A maker of which no make is offered or compared: of trucks, buses or motorcycles, or known at second hand only. */
export function nameOnly(name: string, codes: string): CodedMaker {
  return maker(name, null, '', codes);
}
