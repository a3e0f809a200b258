export default function BuyCar() {
  return <h1>BuyCar</h1>;
}
