import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { reactRouter } from './react-router.ts';

describeProduction(reactRouter);
describeDevelopment(reactRouter);
