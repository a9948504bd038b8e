import { defineHandler } from 'nitro/h3';
import { handleRequest } from '../app.ts';

export default defineHandler(({ req }) => handleRequest(req));
