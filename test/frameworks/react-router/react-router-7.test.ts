import { describeProduction } from '../describe-production.ts';
import { reactRouter7 } from './react-router.ts';

// Its development server maps the stacks of steps a second time, so their places are wrong there.
describeProduction(reactRouter7);
