import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { CarPage, carMeta, loadCar } from './car-page.tsx';

export const loader = loadOnServer(loadCar);
export const clientLoader = loadInBrowser(loadCar);
export const meta = carMeta;
export default CarPage;
