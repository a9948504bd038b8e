/** Hosts that stop a process whenever no request keeps it awake, and give it no disk that lasts. */

type Environment = Record<string, string | undefined>;

/** Such a host. */
export interface HaltingHost {
  /** Its name, for messages. */
  name: string;
  /** How long one request may keep a process at work, if nothing else is set: less than the host allows. */
  awakeLimitMs: number;
}

/** It allows 300 seconds and more. */
const VERCEL: HaltingHost = { name: 'Vercel', awakeLimitMs: 240_000 };
/** It allows 60 seconds. */
const NETLIFY: HaltingHost = { name: 'Netlify', awakeLimitMs: 45_000 };
/** Whoever waits for the answer of a function gives up after 29 seconds or more. */
const OTHER_LIMIT_MS = 20_000;
const OTHERS: readonly (readonly [variable: string, name: string])[] = [
  ['AWS_LAMBDA_FUNCTION_NAME', 'AWS Lambda'],
  ['FUNCTIONS_WORKER_RUNTIME', 'Azure Functions'],
  ['FUNCTION_TARGET', 'Google Cloud Functions'],
];

/** The host of this process, by the variables that it sets; `null`: it lets processes run. */
export function readHaltingHost(env: Environment): HaltingHost | null {
  // Its command for development sets the same, in a process that goes on.
  if (env['VERCEL'] === '1') return env['VERCEL_ENV'] === 'development' ? null : VERCEL;
  if (isNetlify(env)) return NETLIFY;
  const other = OTHERS.find(([variable]) => env[variable]);
  return other ? { name: other[1], awakeLimitMs: OTHER_LIMIT_MS } : null;
}

/** The address that the host announces: the project's own domain, or that of one deployment. `null`: none. */
export function readHostUrl(env: Environment): string | null {
  const domain = env[env['VERCEL_ENV'] === 'production' ? 'VERCEL_PROJECT_PRODUCTION_URL' : 'VERCEL_URL'];
  if (domain) return `https://${domain}`;
  return (isNetlify(env) && env['URL']) || null;
}

/** Its functions are those of Lambda, with the id of the site. */
const isNetlify = (env: Environment): boolean => Boolean(env['SITE_ID'] && env['AWS_LAMBDA_FUNCTION_NAME']);
