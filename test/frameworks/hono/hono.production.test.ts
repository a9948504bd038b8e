import { describeProduction } from '../describe-production.ts';
import { hono } from './hono.ts';

describeProduction(hono);
