import { TEXT_LINK } from './button.tsx';

/** A phone number that phones can call. @param number E.164, or digits of an unknown country */
export function PhoneLink({ number, written }: { number: string; written: string | null }) {
  return (
    <a href={`tel:${number}`} dir="ltr" className={`${TEXT_LINK} figures`}>
      {written ?? number}
    </a>
  );
}
