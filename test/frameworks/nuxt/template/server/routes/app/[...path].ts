import { handleRequest } from '../../../app.ts';

export default fromWebHandler(handleRequest);
