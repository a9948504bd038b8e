import { log } from './app';
log('polyfill');
