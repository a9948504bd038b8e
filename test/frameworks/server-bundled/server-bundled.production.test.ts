import { describeProduction } from '../describe-production.ts';
import { serverBundled } from './server-bundled.ts';

describeProduction(serverBundled);
