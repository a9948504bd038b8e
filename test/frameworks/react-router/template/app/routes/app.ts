import { handleRequest } from '../../app';

const answer = ({ request }: { request: Request }) => handleRequest(request);
export const loader = answer;
export const action = answer;
