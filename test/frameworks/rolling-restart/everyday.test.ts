import { nitro } from '../nitro/nitro.ts';
import { server } from '../server/server.ts';
import { describeRollingRestart } from './describe-rolling-restart.ts';

describeRollingRestart(server);
describeRollingRestart(nitro);
