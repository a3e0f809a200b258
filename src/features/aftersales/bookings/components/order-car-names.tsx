/** The cars of an order that is canceled as a whole. */
export function OrderCarNames({ names }: { names: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-1 ps-5 font-semibold">
      {/* Two cars of an order may have the same name, and the list never changes. */}
      {names.map((name, place) => (
        <li key={String(place)} dir="auto" className="wrap-anywhere">
          {name}
        </li>
      ))}
    </ul>
  );
}
