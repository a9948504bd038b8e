/** The application below a path, which webhook URLs contain too. */
import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { nitro2Below, nitroBelow } from './nitro.ts';

for (const framework of [nitroBelow, nitro2Below]) {
  describeProduction(framework);
  describeDevelopment(framework);
}
