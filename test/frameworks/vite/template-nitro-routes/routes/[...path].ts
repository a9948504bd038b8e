import { defineHandler } from 'nitro';
import { handleRequest } from '../app.ts';

export default defineHandler(({ req }) => handleRequest(req));
