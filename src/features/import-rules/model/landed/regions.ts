const of = (countries: string) => new Set(countries.split(' '));

/** Regions that freight rows name. */
export const REGIONS: Record<string, ReadonlySet<string>> = {
  gulf: of('AE SA QA KW OM BH'),
  africa: of(
    'KE TZ UG RW BI CD ZM ZW MZ MW BW NA ZA GH NG CI SN BJ TG CM AO ET DJ EG LY DZ MA TN SD GA GN GM GQ LR MR MU',
  ),
  southeastAsia: of('MM TH KH PH MY VN'),
};
