/** Hosting platforms that run an application as functions, by the names of presets and adapters. */

/** A platform, as messages and checks need it. */
export interface Platform {
  name: string;
  /** Whether its build output has the times at which it calls the flow route; elsewhere the user sets them up. */
  hasCrons: boolean;
  /** Its functions run on Node. Others lack what the runtime needs: `node:vm`, threads, connections to a database. */
  hasNode: boolean;
}

const VERCEL: Platform = { name: 'Vercel', hasCrons: true, hasNode: true };
const NETLIFY: Platform = { name: 'Netlify', hasCrons: false, hasNode: true };

/** Presets of Nitro and packages of adapters; the first that matches counts. */
const BY_NAME: readonly (readonly [name: RegExp, platform: Platform])[] = [
  [/(?:vercel|netlify)[-_]edge/, { name: 'The edge', hasCrons: false, hasNode: false }],
  [/vercel/, VERCEL],
  [/netlify/, NETLIFY],
  [/aws[-_]?(?:lambda|amplify)|[-_]sst$|^sst$/, { name: 'AWS Lambda', hasCrons: false, hasNode: true }],
  [/azure[-_](?:swa|functions)/, { name: 'Azure Functions', hasCrons: false, hasNode: true }],
  [/firebase/, { name: 'Firebase', hasCrons: false, hasNode: true }],
  [/cloudflare/, { name: 'Cloudflare', hasCrons: false, hasNode: false }],
];

/** The platform of a preset or an adapter; `null`: its servers have a disk, or nothing is known of it. */
export function platformOf(name: string): Platform | null {
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** The platform on which this build runs, for frameworks whose output it makes itself. */
export function platformOfBuild(env: Record<string, string | undefined> = process.env): Platform | null {
  if (env['VERCEL'] === '1') return VERCEL;
  return env['NETLIFY'] === 'true' ? NETLIFY : null;
}
