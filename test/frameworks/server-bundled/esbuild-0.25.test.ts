import { describeProduction } from '../describe-production.ts';
import { serverBundledOlder } from './server-bundled.ts';

describeProduction(serverBundledOlder);
