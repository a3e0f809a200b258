/** The server functions and types of this feature that other features may import. */
export { readOperator } from './read-operator.ts';
