import { fromWebHandler } from 'h3';
import { handleRequest } from '../app.ts';

export default fromWebHandler(handleRequest);
