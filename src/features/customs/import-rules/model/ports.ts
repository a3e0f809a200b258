import type { Buyer } from './car.ts';
import type { Destination } from './destination.ts';

/** The European Union as a destination. Its rows apply to members without their own rules. */
export const UNION = 'EU';

export const UNION_MEMBERS: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** A sea port by its UN/LOCODE. */
type Port = { code: string; name: string };

/**
 * Countries to which cars are shipped, with their ports. Ports with known freight come first. Landlocked countries have none.
 * UN/LOCODE, 2024; the choice of ports is ours.
 */
const PORTS: Record<string, string> = {
  AE: 'AEJEA Jebel Ali, AEAJM Ajman, AEDXB Dubai, AEFJR Al Fujayrah, AEKHL Khalifa Port, AERKT Ras al Khaimah, AESHJ Sharjah',
  AF: '',
  AL: 'ALDRZ Durres',
  AM: '',
  AO: 'AOLAD Luanda, AOLOB Lobito',
  AR: 'ARBUE Buenos Aires, ARZAE Zarate',
  AT: '',
  AU: 'AUBNE Brisbane, AUFRE Fremantle, AUMEL Melbourne, AUPKL Port Kembla',
  AW: 'AWAUA Aruba',
  AZ: 'AZALA Alat, AZBAK Baku',
  BB: 'BBBGI Bridgetown',
  BD: 'BDCGP Chattogram, BDMGL Mongla',
  BE: 'BEANR Antwerpen, BEZEE Zeebrugge',
  BF: '',
  BG: 'BGBOJ Bourgas, BGVAR Varna',
  BH: 'BHAHD Al Hidd, BHKBS Khalifa Bin Salman Port, BHMIN Mina Sulman Port',
  BI: '',
  BJ: 'BJCOO Cotonou',
  BO: '',
  BR: 'BRITJ Itajai, BRPNG Paranagua, BRRIO Rio de Janeiro, BRSSA Salvador, BRSSZ Santos, BRSUA Suape, BRVIX Vitoria',
  BS: 'BSFPO Freeport',
  BW: '',
  BY: '',
  BZ: 'BZBZE Belize City',
  CA: 'CAANI Annacis Island, CAHAL Halifax, CAMTR Montreal, CAVAN Vancouver',
  CD: 'CDBOA Boma, CDMAT Matadi',
  CF: '',
  CG: 'CGPNR Pointe Noire',
  CI: 'CIABJ Abidjan',
  CL: 'CLSAI San Antonio, CLIQQ Iquique, CLVAP Valparaiso',
  CM: 'CMDLA Douala, CMKBI Kribi',
  CO: 'COBUN Buenaventura, COCTG Cartagena, COSMR Santa Marta',
  CR: 'CRCAL Caldera, CRMOB Moin',
  CU: 'CUMAR Mariel',
  CV: 'CVRAI Praia',
  CW: 'CWWIL Willemstad',
  CY: 'CYLMS Limassol',
  CZ: '',
  DE: 'DEBRV Bremerhaven, DEHAM Hamburg',
  DJ: 'DJJIB Djibouti',
  DK: 'DKAAR Aarhus',
  DO: 'DOHAI Rio Haina, DOCAU Caucedo',
  DZ: 'DZALG Algiers, DZMOS Mostaganem',
  EC: 'ECGYE Guayaquil, ECMEC Manta',
  EE: 'EETLL Tallinn',
  EG: 'EGALY Alexandria, EGDAM Damietta, EGPSD Port Said, EGPSE Port Said East, EGSOK Ain Sokhna',
  ER: 'ERMSW Massawa',
  ES: 'ESBCN Barcelona',
  ET: '',
  FI: 'FIHKO Hanko',
  FJ: 'FJSUV Suva',
  FR: 'FRLEH Le Havre',
  GA: 'GALBV Libreville, GAOWE Owendo',
  GB: 'GBBRS Bristol, GBSOU Southampton, GBTYN Tyne',
  GE: 'GEBUS Batumi, GEPTI Poti',
  GH: 'GHTEM Tema, GHTKD Takoradi',
  GM: 'GMBJL Banjul',
  GN: 'GNCKY Conakry',
  GP: 'GPPTP Pointe-a-Pitre',
  GQ: 'GQBSG Bata, GQSSG Malabo',
  GR: 'GRPIR Piraeus',
  GT: 'GTPRQ Puerto Quetzal, GTSTC Puerto Santo Tomás de Castilla',
  GW: 'GWOXB Bissau',
  GY: 'GYGEO Georgetown',
  HN: 'HNPCR Puerto Cortés',
  HR: 'HRRJK Rijeka',
  HT: 'HTPAP Port-au-Prince',
  HU: '',
  ID: 'IDJKT Jakarta',
  IE: 'IEDUB Dublin',
  IL: 'ILASH Ashdod, ILHFA Haifa',
  IN: 'INBOM Mumbai, INMAA Chennai, INNSA Nhava Sheva',
  IQ: 'IQBSR Basra, IQUQR Umm Qasr Port',
  IR: 'IRBND Bandar Abbas',
  IT: 'ITLIV Livorno',
  JM: 'JMKIN Kingston',
  JO: "JOAQJ Al 'Aqabah, JOAQB 'Aqaba",
  KE: 'KEMBA Mombasa, KELAU Lamu',
  KG: '',
  KH: 'KHKOS Sihanoukville',
  KM: 'KMYVA Moroni',
  KW: 'KWSAA Shuaiba, KWSWK Shuwaikh',
  KZ: 'KZAAU Aktau',
  LA: '',
  LB: 'LBBEY Beirut',
  LK: 'LKCMB Colombo, LKHBA Hambantota',
  LR: 'LRMLW Monrovia',
  LS: '',
  LT: 'LTKLJ Klaipeda',
  LU: '',
  LV: 'LVRIX Riga',
  LY: 'LYMRA Misurata, LYBEN Benghazi, LYTIP Tripoli',
  MA: 'MACAS Casablanca, MAPTM Tanger Med',
  MG: 'MGTMM Toamasina',
  ML: '',
  MM: 'MMRGN Yangon',
  MN: '',
  MR: 'MRNKC Nouakchott',
  MT: 'MTMLA Valletta',
  MU: 'MUPLU Port Louis',
  MV: 'MVMLE Male',
  MW: '',
  MX: 'MXZLO Manzanillo, MXATM Altamira, MXLZC Lázaro Cárdenas, MXVER Veracruz',
  MY: 'MYPKG Port Klang',
  MZ: 'MZBEW Beira, MZMNC Nacala, MZMPM Maputo',
  NA: 'NAWVB Walvis Bay',
  NE: '',
  NG: 'NGLOS Lagos, NGAPP Apapa, NGLKK Lekki, NGONN Onne, NGPHC Port Harcourt, NGTIN Tincan Island',
  NI: 'NICIO Corinto',
  NL: 'NLRTM Rotterdam',
  NO: 'NODRM Drammen, NOOSL Oslo',
  NP: '',
  NZ: 'NZAKL Auckland, NZLYT Lyttelton',
  OM: 'OMMCT Muscat, OMSLL Salalah, OMSOH Sohar',
  PA: 'PABLB Balboa, PACTB Cristóbal, PAMIT Manzanillo, PAONX Colón',
  PE: 'PECHY Chancay, PECLL Callao',
  PG: 'PGLAE Lae',
  PH: 'PHMNL Manila, PHBTG Batangas',
  PK: 'PKBQM Port Qasim, PKKHI Karachi',
  PL: 'PLGDN Gdansk',
  PT: 'PTSET Setúbal',
  PY: '',
  QA: 'QADOH Doha, QAHMD Hamad',
  RO: 'ROCND Constanta',
  RU: 'RULED Saint Petersburg, RUNJK Nakhodka, RUNVS Novorossiysk, RUVVO Vladivostok, RUVYP Vostochnyy Port',
  RW: '',
  SA: 'SADMM Ad Dammam, SAJED Jeddah',
  SC: 'SCPOV Port Victoria',
  SD: 'SDPZU Port Sudan',
  SE: 'SEGOT Gothenburg',
  SG: 'SGSIN Singapore',
  SI: 'SIKOP Koper',
  SK: '',
  SL: 'SLFNA Freetown',
  SN: 'SNDKR Dakar',
  SO: 'SOBBO Berbera, SOMGQ Mogadishu',
  SR: 'SRPBM Paramaribo',
  SS: '',
  ST: 'STTMS Sao Tome Island',
  SV: 'SVAQJ Acajutla',
  SY: 'SYLTK Latakia',
  SZ: '',
  TD: '',
  TG: 'TGLFW Lome',
  TH: 'THLCH Laem Chabang',
  TJ: '',
  TL: 'TLDIL Dili',
  TM: 'TMKRW Turkmenbashi',
  TN: 'TNRDS Radès',
  TR: 'TRDRC Derince, TRIST Istanbul, TRMER Mersin, TRYAR Yarimca',
  TT: 'TTPOS Port-of-Spain',
  TZ: 'TZDAR Dar es Salaam, TZZNZ Zanzibar',
  UA: 'UAODS Odesa',
  UG: '',
  US: 'USBAL Baltimore, USEWR Newark, USGLS Galveston, USHOU Houston, USJAX Jacksonville, USLAX Los Angeles, USLGB Long Beach, USMIA Miami, USNTD Port Hueneme, USNYC New York, USPDX Portland, USSAV Savannah, USSEA Seattle, USSSI Brunswick, USTIW Tacoma',
  UY: 'UYMVD Montevideo',
  UZ: '',
  VE: 'VELAG La Guaira, VEPBL Puerto Cabello',
  VN: 'VNHPH Haiphong, VNSGN Ho Chi Minh City',
  YE: 'YEADE Aden',
  ZA: 'ZADUR Durban, ZACPT Cape Town, ZAELS East London, ZAPLZ Port Elizabeth, ZARCB Richards Bay',
  ZM: '',
  ZW: '',
};

/** Ports through which cars reach countries without one, by land. The choice of ports is ours. */
const TRANSIT_PORTS: Record<string, string> = {
  AM: 'GEPTI GEBUS',
  BI: 'TZDAR KEMBA',
  BW: 'ZADUR NAWVB',
  ET: 'DJJIB',
  MW: 'TZDAR ZADUR MZBEW',
  RW: 'KEMBA TZDAR',
  UG: 'KEMBA TZDAR',
  ZM: 'TZDAR ZADUR',
  ZW: 'ZADUR MZBEW',
};

/** The ports at which a car for a country may arrive: its own, or those of transit. */
export const portsOfArrival = (country: string): string[] => {
  const own = portsOf(country).map(({ code }) => code);
  return own.length > 0 ? own : (TRANSIT_PORTS[country] ?? '').split(' ').filter(Boolean);
};

/** Countries in which a car can arrive. */
export const COUNTRIES: readonly string[] = Object.keys(PORTS);

/** What a buyer may choose: a country, or the European Union while the member is open. */
export const DESTINATION_COUNTRIES: readonly string[] = [...COUNTRIES, UNION].sort();

export function portsOf(country: string): Port[] {
  if (country === UNION) return UNION_MEMBERS.flatMap(portsOf);
  const listed = PORTS[country] ?? '';
  return listed === '' ? [] : listed.split(', ').map((port) => ({ code: port.slice(0, 5), name: port.slice(6) }));
}

/** The port that a journey goes to if none is chosen: the first of the country, or null if it has none. */
export const firstPortOf = (country: string): string | null => portsOf(country)[0]?.code ?? null;

const PORT_NAMES = new Map(COUNTRIES.flatMap(portsOf).map(({ code, name }) => [code, name]));

export const isPort = (code: string): boolean => PORT_NAMES.has(code);

/** The name of a port by its UN/LOCODE; the code itself if it is not listed. */
export const portName = (code: string): string => PORT_NAMES.get(code) ?? code;

/** A country with its first port, where a visitor has chosen nothing else. */
export const destinationIn = (country: string, buyer: Buyer = 'person'): Destination => ({
  ...{ country, city: null, buyer },
  port: firstPortOf(country),
});
