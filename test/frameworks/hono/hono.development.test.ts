import { describeDevelopment } from '../describe-development.ts';
import { hono } from './hono.ts';

describeDevelopment(hono);
