import { handleRequest } from '../../../app.ts';

export { handleRequest as GET, handleRequest as POST };
