/** Which options and variables hold credentials, by their names. */

/** Headers by which clients show who they are. */
export const isSecretHeader = (name: string): boolean =>
  /authorization|cookie|(^|[-_])(api-?key|token|secret|credential)/i.test(name);

/** Variables of the environment whose values are credentials. */
export const isSecretVariable = (name: string): boolean => /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i.test(name);
