import { handleRequest } from '../../../../app.ts';

export const fallback = ({ request }: { request: Request }) => handleRequest(request);
