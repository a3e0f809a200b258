export default function RentCar() {
  return <h1>RentCar</h1>;
}
