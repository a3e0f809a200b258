import { actInBrowser, actOnServer } from '#platform/pages/act.ts';
import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { actOnCar, CarPage, carMeta, loadCar } from './car-page.tsx';

export const loader = loadOnServer(loadCar);
export const clientLoader = loadInBrowser(loadCar);
export const action = actOnServer(actOnCar, ['text']);
export const clientAction = actInBrowser(actOnCar);
export const meta = carMeta;
export default CarPage;
