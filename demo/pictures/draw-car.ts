export type CarBody = 'sedan' | 'suv' | 'hatchback' | 'truck' | 'coupe' | 'wagon' | 'van' | 'convertible';
export type CarView = 'front' | 'side' | 'rear' | 'cabin';
export type CarFace = 'closed' | 'grille';
export type CarPaint = 'white' | 'black' | 'silver' | 'grey' | 'blue' | 'red' | 'green' | 'brown' | 'orange' | 'yellow' | 'beige' | 'purple';
export function drawCar({ paint }: { body: CarBody; view: CarView; paint: CarPaint; face: CarFace; cabin?: 'dark' | 'tan' | 'light' }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1200"><rect width="1600" height="1200" fill="#e8e2d4"/><rect x="300" y="550" width="1000" height="260" rx="90" fill="${paint}"/></svg>`;
}
